import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { contentTypeOf, FORMAT_LIMITS } from 'deck-format';
import fresh from 'fresh';
import { AppError } from '#server/errors.ts';
import { rangeOf } from '#server/http/range.ts';
import { showRequestId } from '#server/http/request-id.ts';
import { prepareBody, type PreparedBody, type PreparedHead, prepareHead, sendPrepared } from '#server/http/send-prepared.ts';
import { sendPieces, sendStream } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BRIDGE_PATH, DOCUMENT_QUERY } from '#shared/bridge.ts';
import { type Encoding, preferredEncoding } from './accepted-encoding.ts';
import type { Client } from './client-binding.ts';
import { EntryCache } from './entry-cache.ts';
import { changedHtml, type EntryForm, gzipForm, type HtmlChange, inflatedForm, readAll, storedForm } from './entry-forms.ts';
import type { PlaybackOrigins } from './playback-origins.ts';
import {
  BRIDGE_HEAD,
  bodyHead,
  entryHead,
  etagOf,
  FOREIGN_HEAD,
  policyHead,
  type Representation,
  setHead,
} from './playback.headers.ts';
import type { PlayableEntry, PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly playback: Pick<PlaybackService, 'find' | 'findInMemory'>;
  readonly blobs: Pick<BlobStore, 'read' | 'pour'>;
  readonly origins: Pick<PlaybackOrigins, 'atHost'>;
  /** The client that sent the request. */
  readonly clientOf: (request: IncomingMessage) => Client;
  /** The script that is inserted into slides. */
  readonly bridge: string;
}

interface Tools extends Omit<Dependencies, 'bridge'> {
  readonly bridge: Record<Encoding, KeptEntry>;
  readonly cache: EntryCache<KeptEntry>;
}

/** A cached response, without the headers that depend on the address. */
interface KeptEntry {
  readonly head: PreparedHead;
  readonly body: PreparedBody;
}

/** Null: the response has been sent. A promise for each response from memory would cost as much as the rest of the request. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;

/** `?still`: a slide as a picture, without scripts. */
const ADDRESS = /^\/play\/([\w-]{20,128})\/([^?#]+)(\?still$)?/;

/**
 * Serves decks: `/play/<token>/<package path>`, entry by entry, and the bridge. Cookies are ignored. It uses Node's HTTP API
 * directly: a slide is many small files, and a framework's overhead would exceed the cost of serving them.
 */
export function playbackHandler(dependencies: Dependencies): Handler {
  const tools = { ...dependencies, bridge: preparedBridge(dependencies.bridge), cache: new EntryCache<KeptEntry>() };
  return (request, response) => {
    try {
      const wish = wishOf(request, tools);
      const found = wish && tools.playback.findInMemory(wish);
      if (wish && found && sendAtOnce(request, response, choose(request, found, wish), tools)) return null;
      return answer(request, response, wish, tools);
    } catch (thrown) {
      return refuse(response, thrown);
    }
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, wish: Wish | null, tools: Tools): Promise<void> {
  try {
    await (wish === null ? sendBridge(request, response, tools) : sendEntry(request, response, wish, tools));
  } catch (thrown) {
    await refuse(response, thrown);
  }
}

/** Refusals are sandboxed, too. */
async function refuse(response: ServerResponse, thrown: unknown): Promise<never> {
  if (!response.headersSent) setHead(response, FOREIGN_HEAD);
  throw thrown;
}

interface Wish {
  /** Our origin that the request was sent to. */
  readonly origin: string;
  readonly client: Client;
  readonly token: string;
  readonly path: string;
  /** The path as written in the address, not decoded. */
  readonly rawPath: string;
  readonly isStill: boolean;
}

/** Null: the request cannot be for an entry of a deck. */
function wishOf(request: IncomingMessage, { origins, clientOf }: Tools): Wish | null {
  const origin = origins.atHost(request.headers.host);
  if (origin === null || asksForServiceWorker(request) || !isReading(request)) return null;
  const [, token, rawPath, still] = ADDRESS.exec(request.url ?? '') ?? [];
  if (token === undefined || rawPath === undefined) return null;
  return { origin, client: clientOf(request), token, rawPath, path: decode(rawPath), isStill: still !== undefined };
}

/**
 * A service worker would outlive its address, and serve responses without our policy. Only a deck with an origin can register
 * one.
 */
function asksForServiceWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined;
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** An entry, and how to send it. */
interface Sending {
  readonly found: PlayableEntry;
  readonly representation: Representation;
  /** Null: it is sent unchanged. */
  readonly change: HtmlChange | null;
}

function choose(request: IncomingMessage, found: PlayableEntry, { origin, isStill }: Wish): Sending {
  const { isSlide, entry } = found;
  const bridge = `${origin}${BRIDGE_PATH}`;
  if (isSlide) {
    const change = isStill ? 'still' : { insert: scriptElement(bridge) };
    const representation = changedRepresentation(request, isStill ? 'still' : 'slide', BY_ENCODING);
    return { found, change, representation };
  }
  const vary = isHtml(entry) ? BY_DESTINATION : BY_ENCODING;
  if (vary === BY_DESTINATION && isForFrame(request) && entry.size <= FORMAT_LIMITS.slideBytes) {
    const change = { insert: scriptElement(`${bridge}${DOCUMENT_QUERY}`) };
    return { found, change, representation: changedRepresentation(request, 'document', vary) };
  }
  return { found, change: null, representation: plainRepresentation(request, entry, vary) };
}

const BY_ENCODING = 'Accept-Encoding';
/** HTML that is not a slide gets our script when it is shown in a frame, and is unchanged when the deck fetches it. */
const BY_DESTINATION = 'Accept-Encoding, Sec-Fetch-Dest, Accept';

function scriptElement(address: string): string {
  return `<script src="${address}"></script>`;
}

function isHtml({ path }: PlayableEntry['entry']): boolean {
  return contentTypeOf(path).startsWith('text/html');
}

const FRAMES: ReadonlySet<unknown> = new Set(['document', 'iframe', 'frame', 'object', 'embed']);

/** Whether the browser requests a document to show. Over plain http it sends no `Sec-Fetch-Dest`, so `Accept` decides. */
function isForFrame({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? headers.accept?.includes('text/html') === true : FRAMES.has(destination);
}

function changedRepresentation(request: IncomingMessage, kind: 'slide' | 'still' | 'document', vary: string): Representation {
  const encoding = preferredEncoding(request);
  return { name: `${kind}-${encoding}`, encoding, ranges: 'none', vary };
}

/** Packages normally store media without compression. It is sent unchanged, so that ranges can be requested. */
function plainRepresentation(request: IncomingMessage, { method }: PlayableEntry['entry'], vary: string): Representation {
  if (method === 'stored') return { name: 'identity', encoding: 'identity', ranges: 'bytes', vary };
  const encoding = preferredEncoding(request);
  return { name: encoding, encoding, ranges: 'none', vary };
}

/** Responds if no bytes have to be fetched for it. Returns false otherwise. */
function sendAtOnce(request: IncomingMessage, response: ServerResponse, sending: Sending, { cache }: Tools): boolean {
  const { representation } = sending;
  const { entry, policy } = sending.found;
  const { headers } = request;
  if (headers['if-none-match'] !== undefined && fresh(headers, { etag: etagOf(entry, representation) })) {
    sendPrepared(request, response, { status: 304, heads: [prepareHead(entryHead(entry, representation)), policyHead(policy)] });
    return true;
  }
  const kept = asksForPart(request, sending) ? undefined : cache.get(nameOf(sending));
  if (kept !== undefined) sendWhole(request, response, kept, policy);
  return kept !== undefined;
}

function asksForPart({ headers }: IncomingMessage, { representation }: Sending): boolean {
  return representation.ranges === 'bytes' && headers.range !== undefined;
}

/** The key in the cache. */
function nameOf({ found, representation, change }: Sending): string {
  const inserted = change === null || change === 'still' ? '' : change.insert;
  return `${found.versionId} ${representation.name} ${inserted} ${found.entry.path}`;
}

async function sendEntry(request: IncomingMessage, response: ServerResponse, wish: Wish, tools: Tools): Promise<void> {
  const { playback, blobs, cache } = tools;
  const found = (await playback.find(wish)) ?? (await playback.find({ ...wish, path: wish.rawPath }));
  if (found === null) throw nothingHere();
  const sending = choose(request, found, wish);
  if (sendAtOnce(request, response, sending, tools)) return;
  const isKept = sending.change !== null || cache.takes(wholeOf(sending, blobs).length);
  if (asksForPart(request, sending) || !isKept) return stream(request, response, sending, blobs);
  const whole = await readWhole(sending, blobs, goneSignal(response));
  cache.keep(nameOf(sending), whole);
  sendWhole(request, response, whole, found.policy);
}

function wholeOf({ found, representation }: Sending, blobs: Tools['blobs']): EntryForm {
  const place = { ...found, blobs };
  if (found.entry.method === 'stored') return storedForm(place);
  return representation.encoding === 'gzip' ? gzipForm(place) : inflatedForm(place);
}

async function readWhole(sending: Sending, blobs: Tools['blobs'], signal: AbortSignal): Promise<KeptEntry> {
  const { found, representation, change } = sending;
  const bytes = await (change === null
    ? readAll(wholeOf(sending, blobs), signal)
    : changedHtml({ ...found, blobs }, change, representation.encoding, signal));
  const head = prepareHead([...entryHead(found.entry, representation), ...bodyHead(representation.encoding, bytes.length)]);
  return { head, body: prepareBody(bytes) };
}

function sendWhole(request: IncomingMessage, response: ServerResponse, { head, body }: KeptEntry, policy: string): void {
  sendPrepared(request, response, { status: 200, heads: [head, policyHead(policy)], body });
}

/** For large entries and ranges. */
async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  sending: Sending,
  blobs: Tools['blobs'],
): Promise<void> {
  const { representation } = sending;
  const { entry, policy, blobKey } = sending.found;
  setHead(response, [...entryHead(entry, representation), ...policyHead(policy).head]);
  showRequestId(response);
  const part = representation.ranges === 'bytes' ? rangeOf(request, response, entry.size) : null;
  const whole = wholeOf(sending, blobs);
  setHead(response, bodyHead(representation.encoding, (part ?? whole).length));
  if (request.method === 'HEAD') return void response.end();
  if (part === null) return sendStream(response, whole.open);
  const range = { offset: entry.offset + part.offset, length: part.length };
  return sendPieces(response, (take, signal) => blobs.pour(blobKey, { ...range, signal }, take));
}

/** For everything that is not part of a deck: the bridge, or an error. */
function sendBridge(request: IncomingMessage, response: ServerResponse, { origins, bridge }: Tools): void {
  if (origins.atHost(request.headers.host) === null || asksForServiceWorker(request)) throw nothingHere();
  if (!isReading(request)) throw methodNotAllowed(response);
  if (request.url?.split('?', 1)[0] !== BRIDGE_PATH) throw nothingHere();
  const { head, body } = bridge[preferredEncoding(request)];
  sendPrepared(request, response, { status: 200, heads: [head], body });
}

/** The bridge with gzip and without. */
function preparedBridge(script: string): Record<Encoding, KeptEntry> {
  const keep = (encoding: Encoding, bytes: Uint8Array): KeptEntry => ({
    head: prepareHead([...BRIDGE_HEAD, ...bodyHead(encoding, bytes.length)]),
    body: prepareBody(bytes),
  });
  return { gzip: keep('gzip', gzipSync(script)), identity: keep('identity', Buffer.from(script)) };
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** The decoded path. A page may contain an unescaped `%` in a name; then the path is taken literally. */
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
  return new AppError('METHOD_NOT_ALLOWED', 'This address allows only GET, HEAD.');
}
