import type { Response } from 'express';
import { requireActor } from '#server/auth/actor.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import { deckNotFound } from '#server/errors.ts';
import { rangeOf } from '#server/http/range.ts';
import { sendStream } from '#server/http/send-stream.ts';
import type { Route } from '#server/http/routes.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import type { DecksService } from './decks.service.ts';

interface Dependencies {
  readonly sessions: Sessions;
  readonly decks: DecksService;
  readonly blobs: BlobStore;
}

/** `GET /api/decks/:id/blob`: the very bytes that were uploaded. */
export function blobRoute({ sessions, decks, blobs }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/blob',
    handler: async (request, response) => {
      const actor = requireActor(await sessions.actorOf(request.headers));
      const deck = await decks.readable(actor, String(request.params['id']));
      const version = await decks.version(deck);
      setHeaders(response, deck.title, version.fingerprint);
      if (request.fresh) return void response.status(304).end();
      const { offset, length } = rangeOf(request, response, version.sizeBytes);
      response.setHeader('Content-Length', length);
      if (request.method === 'HEAD') return void response.end();
      const open = (signal: AbortSignal) => blobs.read(version.blobKey, { offset, length, signal }).catch(goneWithItsDeck);
      return sendStream(response, open);
    },
  };
}

function setHeaders(response: Response, title: string, fingerprint: string): void {
  const sha256 = Buffer.from(fingerprint.slice('sha256-'.length), 'hex');
  // A separator in a title would be taken for a folder.
  response.attachment(`${title.replaceAll(/[/\\]/g, '-')}.stage`);
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('ETag', `"${fingerprint}"`);
  response.setHeader('Repr-Digest', `sha-256=:${sha256.toString('base64')}:`);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', 'private, no-cache');
}

/** The row was there a moment ago: somebody has deleted the deck meanwhile. */
function goneWithItsDeck(fault: unknown): never {
  throw fault instanceof BlobNotFoundError ? deckNotFound() : fault;
}
