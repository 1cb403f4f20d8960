import { contentTypeOf, type EntryRecord } from 'deck-format';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '#server/errors.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { rangeOf } from '#server/http/range.ts';
import { sendStream } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { type Delivery, deliverGzip, deliverInflated, deliverSlide, deliverStored } from './entry-reading.ts';
import { setDeckHeaders } from './playback.headers.ts';
import type { PlayableEntry, PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly playback: PlaybackService;
  readonly blobs: BlobStore;
  readonly origins: OwnOrigins;
  /** The script that is put into slides. */
  readonly bridge: string;
}

const BRIDGE_PATH = '/play/bridge.js';

/** Decks as they play: `/play/<token>/<package path>`, entry by entry. Cookies play no part here. */
export function playbackRouter(dependencies: Dependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/bridge.js', bridgeHandler(dependencies.bridge));
  router.get('/:token/*path', entryHandler(dependencies));
  return router;
}

function bridgeHandler(script: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'public, max-age=300');
    // Express gives it an ETag and answers 304.
    response.type('text/javascript').send(script);
  };
}

function entryHandler({ playback, blobs, origins }: Dependencies): RequestHandler {
  return async (request, response) => {
    const token = String(request.params['token']);
    const origin = origins.ofHost(request.get('host'));
    const bridge = `${origin}${BRIDGE_PATH}`;
    setDeckHeaders(response, { deck: `${origin}/play/${token}/`, bridge });
    const found = await playback.find(token, packagePathOf(request));
    if (found === null) throw new AppError('NOT_FOUND', 'There is nothing at this address, or no longer.');
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await deliver(request, response, await chooseDelivery(request, response, { ...found, blobs, bridge, signal: gone.signal }));
  };
}

interface Playing extends PlayableEntry {
  readonly blobs: BlobStore;
  readonly bridge: string;
  readonly signal: AbortSignal;
}

async function chooseDelivery(request: Request, response: Response, playing: Playing): Promise<Delivery | null> {
  const { entry, isSlide } = playing;
  const gzip = entry.method === 'deflate' && !isSlide && request.acceptsEncodings('gzip') === 'gzip';
  describe(response, entry, gzip ? '-gzip' : isSlide ? '-slide' : '');
  if (request.fresh) return null;
  if (isSlide) return deliverSlide(playing, `<script src="${playing.bridge}"></script>`, playing.signal);
  if (gzip) return deliverGzip(playing);
  if (entry.method === 'deflate') return deliverInflated(playing);
  response.setHeader('Accept-Ranges', 'bytes');
  return deliverStored(playing, rangeOf(request, response, entry.size));
}

/** A version's bytes never change, and the address is the session's own: a browser may keep them. */
function describe(response: Response, entry: EntryRecord, form: string): void {
  response.setHeader('Content-Type', contentTypeOf(entry.path));
  response.setHeader('Cache-Control', form === '-slide' ? 'private, no-cache' : 'private, max-age=31536000, immutable');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Accept-Ranges', 'none');
  response.setHeader('ETag', `"${entry.crc32.toString(16)}-${entry.size.toString(16)}${form}"`);
}

async function deliver(request: Request, response: Response, delivery: Delivery | null): Promise<void> {
  if (delivery === null) return void response.status(304).end();
  if (delivery.encoding === 'gzip') response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', delivery.length);
  if (request.method === 'HEAD') return void response.end();
  return sendStream(response, delivery.open);
}

/** Express has decoded the segments; a package path may hold any character but a slash in each. */
function packagePathOf(request: Request): string {
  const path: unknown = request.params['path'];
  return Array.isArray(path) ? path.join('/') : String(path);
}
