import type { IncomingMessage, ServerResponse } from 'node:http';
import accepts from 'accepts';
import { contentTypeOf, type EntryRecord } from 'deck-format';
import fresh from 'fresh';
import { AppError } from '#server/errors.ts';
import { rangeOf } from '#server/http/range.ts';
import { sendStream } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { EntryCache } from './entry-cache.ts';
import { type EntryForm, gzipForm, inflatedForm, readAll, slideBytes, storedForm } from './entry-forms.ts';
import { BRIDGE_PATH, type PlaybackOrigins } from './playback-origins.ts';
import { setContentPolicy, setDeckHeaders } from './playback.headers.ts';
import type { FoundEntry, PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly playback: Pick<PlaybackService, 'find'>;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly origins: Pick<PlaybackOrigins, 'atHost'>;
  /** The script that is put into slides. */
  readonly bridge: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `?still`: a slide as a picture, without scripts. */
const ADDRESS = /^\/play\/([\w-]{20,128})\/([^?#]+)(\?still$)?/;

/**
 * Decks as they play: `/play/<token>/<package path>`, entry by entry, and the bridge. Cookies play no part here.
 * It speaks to Node directly: a slide is many small files, and a framework would cost more than they do.
 */
export function playbackHandler(dependencies: Dependencies): Handler {
  const cache = new EntryCache();
  return async (request, response) => {
    // Before anything is refused: refusals are sandboxed, too.
    setDeckHeaders(response);
    const origin = dependencies.origins.atHost(request.headers.host);
    const [, token, path, still] = ADDRESS.exec(request.url ?? '') ?? [];
    if (origin === null || asksForServiceWorker(request)) throw nothingHere();
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(response);
    if (request.url?.split('?', 1)[0] === BRIDGE_PATH) return sendBridge(request, response, dependencies.bridge);
    if (token === undefined || path === undefined) throw nothingHere();
    return sendEntry(request, response, { ...dependencies, cache, origin, token, path, isStill: still !== undefined });
  };
}

/** One would outlive its address, and answer in our place without a policy. Only a deck with an origin can try. */
function asksForServiceWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined;
}

interface Wish extends Dependencies {
  readonly cache: EntryCache;
  /** The origin of ours that the request came to. */
  readonly origin: string;
  readonly token: string;
  readonly path: string;
  readonly isStill: boolean;
}

async function sendEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { playback, blobs, cache, origin, token, path, isStill }: Wish,
): Promise<void> {
  const found = (await playback.find({ token, origin, path: decode(path) })) ?? (await playback.find({ token, origin, path }));
  if (found === null) throw nothingHere();
  setContentPolicy(response, found.policy);
  const encoding = encodingOf(request, found);
  describe(response, found.entry, `${found.isSlide ? (isStill ? 'still-' : 'slide-') : ''}${encoding}`);
  if (fresh(request.headers, { etag: String(response.getHeader('etag')) })) return end(response, 304);
  if (encoding === 'gzip') response.setHeader('Content-Encoding', 'gzip');
  return send(request, response, {
    ...found,
    blobs,
    cache,
    encoding,
    inserted: isStill ? null : `<script src="${origin}${BRIDGE_PATH}"></script>`,
  });
}

interface Sending extends FoundEntry {
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly cache: EntryCache;
  readonly encoding: 'gzip' | 'identity';
  /** The element that is put into a slide; null: it is to be a picture. */
  readonly inserted: string | null;
}

async function send(request: IncomingMessage, response: ServerResponse, sending: Sending): Promise<void> {
  const { cache, entry, versionId, isSlide, encoding, inserted } = sending;
  const form = isSlide ? null : formOf(request, response, sending);
  if (form !== null && (response.statusCode === 206 || !cache.takes(form.length))) return stream(request, response, form);
  const read = () => {
    const signal = goneSignal(response);
    return form === null ? slideBytes(sending, inserted, encoding, signal) : readAll(form, signal);
  };
  const bytes = await cache.get(versionId, entry.path, `${encoding} ${isSlide ? (inserted ?? 'still') : ''}`, read);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function formOf(request: IncomingMessage, response: ServerResponse, sending: Sending): EntryForm {
  if (sending.entry.method === 'deflate') return sending.encoding === 'gzip' ? gzipForm(sending) : inflatedForm(sending);
  response.setHeader('Accept-Ranges', 'bytes');
  return storedForm(sending, rangeOf(request, response, sending.entry.size));
}

async function stream(request: IncomingMessage, response: ServerResponse, form: EntryForm): Promise<void> {
  response.setHeader('Content-Length', form.length);
  if (request.method === 'HEAD') return void response.end();
  return sendStream(response, form.open);
}

/** Media is stored, not compressed, in any sensible package; it goes out as it is, so that it can be asked for in parts. */
function encodingOf(request: IncomingMessage, { entry, isSlide }: FoundEntry): 'gzip' | 'identity' {
  const mayBeGzip = isSlide || entry.method === 'deflate';
  return mayBeGzip && accepts(request).encoding(['gzip', 'identity']) === 'gzip' ? 'gzip' : 'identity';
}

/** A version's bytes never change and the address is one session's own, so a browser may keep them; the bridge in a slide may change. */
function describe(response: ServerResponse, entry: EntryRecord, form: string): void {
  response.setHeader('Content-Type', contentTypeOf(entry.path));
  response.setHeader('Cache-Control', form.startsWith('slide') ? 'private, no-cache' : 'private, max-age=31536000, immutable');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Accept-Ranges', 'none');
  response.setHeader('ETag', `"${entry.crc32.toString(16)}-${entry.size.toString(16)}-${form}"`);
}

function sendBridge(request: IncomingMessage, response: ServerResponse, bridge: string): void {
  const bytes = Buffer.from(bridge);
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function end(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
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
