import type { IncomingMessage, ServerResponse } from 'node:http';
import accepts from 'accepts';
import { contentTypeOf, type EntryRecord } from 'deck-format';
import fresh from 'fresh';
import { AppError } from '#server/errors.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { rangeOf } from '#server/http/range.ts';
import { sendStream } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { EntryCache } from './entry-cache.ts';
import { type EntryForm, gzipForm, inflatedForm, readAll, slideBytes, storedForm } from './entry-forms.ts';
import { setDeckHeaders } from './playback.headers.ts';
import type { PlayableEntry, PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly playback: Pick<PlaybackService, 'find'>;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly origins: OwnOrigins;
  /** The script that is put into slides. */
  readonly bridge: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const ADDRESS = /^\/play\/([\w-]{20,128})\/([^?#]+)/;
const BRIDGE_PATH = '/play/bridge.js';

/**
 * Decks as they play: `/play/<token>/<package path>`, entry by entry, and the bridge. Cookies play no part here.
 * It speaks to Node directly: a slide is many small files, and a framework would cost more than they do.
 */
export function playbackHandler(dependencies: Dependencies): Handler {
  const cache = new EntryCache();
  return async (request, response) => {
    const [, token, path] = ADDRESS.exec(request.url ?? '') ?? [];
    const origin = dependencies.origins.ofHost(request.headers.host);
    // Before anything is refused: refusals are sandboxed, too.
    setDeckHeaders(response, {
      deck: token === undefined ? "'none'" : `${origin}/play/${token}/`,
      bridge: `${origin}${BRIDGE_PATH}`,
    });
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(response);
    if (request.url?.split('?', 1)[0] === BRIDGE_PATH) return sendBridge(request, response, dependencies.bridge);
    if (token === undefined || path === undefined) throw nothingHere();
    return sendEntry(request, response, { ...dependencies, cache, origin, token, path });
  };
}

interface Wish extends Dependencies {
  readonly cache: EntryCache;
  /** The own origin that the request came to. */
  readonly origin: string;
  readonly token: string;
  readonly path: string;
}

async function sendEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { playback, blobs, cache, origin, token, path }: Wish,
): Promise<void> {
  const found = (await playback.find(token, decode(path))) ?? (await playback.find(token, path));
  if (found === null) throw nothingHere();
  const encoding = encodingOf(request, found);
  describe(response, found.entry, `${found.isSlide ? 'slide-' : ''}${encoding}`);
  if (fresh(request.headers, { etag: String(response.getHeader('etag')) })) return end(response, 304);
  if (encoding === 'gzip') response.setHeader('Content-Encoding', 'gzip');
  return send(request, response, {
    ...found,
    blobs,
    cache,
    encoding,
    element: `<script src="${origin}${BRIDGE_PATH}"></script>`,
  });
}

interface Sending extends PlayableEntry {
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly cache: EntryCache;
  readonly encoding: 'gzip' | 'identity';
  /** What is put into a slide. */
  readonly element: string;
}

async function send(request: IncomingMessage, response: ServerResponse, sending: Sending): Promise<void> {
  const { cache, entry, versionId, isSlide, encoding, element } = sending;
  const form = isSlide ? null : formOf(request, response, sending);
  if (form !== null && (response.statusCode === 206 || !cache.takes(form.length))) return stream(request, response, form);
  const read = () => {
    const signal = goneSignal(response);
    return form === null ? slideBytes(sending, element, encoding, signal) : readAll(form, signal);
  };
  const bytes = await cache.get(versionId, entry.path, `${encoding} ${isSlide ? element : ''}`, read);
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
function encodingOf(request: IncomingMessage, { entry, isSlide }: PlayableEntry): 'gzip' | 'identity' {
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
