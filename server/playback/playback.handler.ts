import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EntryRecord } from 'deck-format';
import fresh from 'fresh';
import { AppError } from '#server/errors.ts';
import { rangeOf } from '#server/http/range.ts';
import { requestIdHead, showRequestId } from '#server/http/request-id.ts';
import { sendPieces, sendStream } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { preferredEncoding } from './accepted-encoding.ts';
import { EntryCache, type KeptEntry } from './entry-cache.ts';
import { type EntryForm, gzipForm, inflatedForm, readAll, slideBytes, storedForm } from './entry-forms.ts';
import { BRIDGE_PATH, type PlaybackOrigins } from './playback-origins.ts';
import {
  bodyHead,
  entryHead,
  etagOf,
  FOREIGN_HEAD,
  type Head,
  policyHead,
  type Representation,
  setHead,
} from './playback.headers.ts';
import type { PlayableEntry, PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly playback: Pick<PlaybackService, 'find'>;
  readonly blobs: Pick<BlobStore, 'read' | 'pour'>;
  readonly origins: Pick<PlaybackOrigins, 'atHost'>;
  /** The script that is put into slides. */
  readonly bridge: string;
}

interface Tools extends Dependencies {
  readonly cache: EntryCache;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `?still`: a slide as a picture, without scripts. */
const ADDRESS = /^\/play\/([\w-]{20,128})\/([^?#]+)(\?still$)?/;

/**
 * Decks as they play: `/play/<token>/<package path>`, entry by entry, and the bridge. Cookies play no part here.
 * It speaks to Node directly: a slide is many small files, and a framework would cost more than they do.
 */
export function playbackHandler(dependencies: Dependencies): Handler {
  const tools = { ...dependencies, cache: new EntryCache() };
  return async (request, response) => {
    try {
      await answer(request, response, tools);
    } catch (thrown) {
      // Refusals are sandboxed, too.
      if (!response.headersSent) setHead(response, FOREIGN_HEAD);
      throw thrown;
    }
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, tools: Tools): Promise<void> {
  const { url = '', method, headers } = request;
  const origin = tools.origins.atHost(headers.host);
  if (origin === null || asksForServiceWorker(request)) throw nothingHere();
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(response);
  const [, token, path, still] = ADDRESS.exec(url) ?? [];
  if (token !== undefined && path !== undefined) {
    return sendEntry(request, response, { ...tools, origin, token, path, isStill: still !== undefined });
  }
  if (url.split('?', 1)[0] !== BRIDGE_PATH) throw nothingHere();
  return sendBridge(request, response, tools.bridge);
}

/** One would outlive its address, and answer in our place without a policy. Only a deck with an origin can try. */
function asksForServiceWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined;
}

interface Wish extends Tools {
  /** The origin of ours that the request came to. */
  readonly origin: string;
  readonly token: string;
  readonly path: string;
  readonly isStill: boolean;
}

async function sendEntry(request: IncomingMessage, response: ServerResponse, wish: Wish): Promise<void> {
  const { playback, blobs, cache, origin, token, path, isStill } = wish;
  const found = (await playback.find({ token, origin, path: decode(path) })) ?? (await playback.find({ token, origin, path }));
  if (found === null) throw nothingHere();
  const { entry, versionId, isSlide, policy } = found;
  const representation = representationOf(request, found, isStill);
  if (isKnown(request, entry, representation)) {
    return end(response, 304, [...entryHead(entry, representation), ...policyHead(policy)]);
  }
  const inserted = isSlide && !isStill ? `<script src="${origin}${BRIDGE_PATH}"></script>` : null;
  const sending = { ...found, blobs, representation, inserted };
  if (representation.ranges === 'bytes' && request.headers.range !== undefined) return stream(request, response, sending);
  const name = `${versionId} ${representation.name} ${inserted ?? ''} ${entry.path}`;
  const kept = cache.get(name);
  if (kept !== undefined) return sendWhole(request, response, kept, policy);
  if (!isSlide && !cache.takes(wholeOf(sending).length)) return stream(request, response, sending);
  const whole = await readWhole(sending, goneSignal(response));
  cache.keep(name, whole);
  return sendWhole(request, response, whole, policy);
}

/** Media is stored, not compressed, in any sensible package; it goes out as it is, so that it can be asked for in parts. */
function representationOf(request: IncomingMessage, { entry, isSlide }: PlayableEntry, isStill: boolean): Representation {
  if (!isSlide && entry.method === 'stored') return { name: 'identity', encoding: 'identity', ranges: 'bytes' };
  const encoding = preferredEncoding(request);
  const kind = isStill ? 'still-' : 'slide-';
  return { name: `${isSlide ? kind : ''}${encoding}`, encoding, ranges: 'none' };
}

/** Whether the client has it already. */
function isKnown({ headers }: IncomingMessage, entry: EntryRecord, representation: Representation): boolean {
  return headers['if-none-match'] !== undefined && fresh(headers, { etag: etagOf(entry, representation) });
}

/** An entry on its way out. */
interface Sending extends PlayableEntry {
  readonly blobs: Pick<BlobStore, 'read' | 'pour'>;
  readonly representation: Representation;
  /** The element that is put into a slide; null: it is to be a picture. */
  readonly inserted: string | null;
}

function wholeOf(sending: Sending): EntryForm {
  if (sending.entry.method === 'stored') return storedForm(sending);
  return sending.representation.encoding === 'gzip' ? gzipForm(sending) : inflatedForm(sending);
}

async function readWhole(sending: Sending, signal: AbortSignal): Promise<KeptEntry> {
  const { isSlide, entry, representation, inserted } = sending;
  const { encoding } = representation;
  const bytes = await (isSlide ? slideBytes(sending, inserted, encoding, signal) : readAll(wholeOf(sending), signal));
  return { head: [...entryHead(entry, representation), ...bodyHead(representation, bytes.length)], bytes };
}

function sendWhole(request: IncomingMessage, response: ServerResponse, { head, bytes }: KeptEntry, policy: string): void {
  const body = request.method === 'HEAD' ? undefined : bytes;
  return end(response, 200, [...head, ...policyHead(policy)], body);
}

/** What is large, or asked for in parts. */
async function stream(request: IncomingMessage, response: ServerResponse, sending: Sending): Promise<void> {
  const { entry, representation, policy, blobs, blobKey } = sending;
  setHead(response, [...entryHead(entry, representation), ...policyHead(policy)]);
  showRequestId(response);
  const part = representation.ranges === 'bytes' ? rangeOf(request, response, entry.size) : null;
  const whole = wholeOf(sending);
  setHead(response, bodyHead(representation, (part ?? whole).length));
  if (request.method === 'HEAD') return void response.end();
  if (part === null) return sendStream(response, whole.open);
  const range = { offset: entry.offset + part.offset, length: part.length };
  return sendPieces(response, (take, signal) => blobs.pour(blobKey, { ...range, signal }, take));
}

function sendBridge(request: IncomingMessage, response: ServerResponse, bridge: string): void {
  const bytes = Buffer.from(bridge);
  const type = ['Content-Type', 'text/javascript; charset=utf-8', 'Content-Length', String(bytes.length)];
  const head = [...FOREIGN_HEAD, ...type, 'Cache-Control', 'public, max-age=300'];
  return end(response, 200, head, request.method === 'HEAD' ? undefined : bytes);
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** Head and body in one go, which costs Node far less than header after header. */
function end(response: ServerResponse, status: number, head: Head, body?: Uint8Array): void {
  response.writeHead(status, [...head, ...requestIdHead(response)]).end(body);
}

/** What an address says. A page need not have escaped a `%` in a name: then the name stands there to the letter, as it may anyway. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function nothingHere(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address, or no longer.');
}

function methodNotAllowed(response: ServerResponse): AppError {
  response.setHeader('Allow', 'GET, HEAD');
  return new AppError('METHOD_NOT_ALLOWED', 'This address answers to GET, HEAD.');
}
