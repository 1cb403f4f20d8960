import { contentTypeOf } from 'deck-format';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendStream } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { deckTargetSchema } from '#shared/decks.ts';
import { plainForm } from './entry-forms.ts';
import type { PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly playback: PlaybackService;
  readonly blobs: BlobStore;
}

/** `GET /api/decks/:id/thumbnail`: raster images only, so that no code in them runs at the application's origin. */
export function thumbnailRoute({ authenticator, playback, blobs }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/thumbnail',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const { entry, blobKey } = await playback.thumbnail(actor, parsed(deckTargetSchema, request.params).id);
      response.setHeader('Content-Type', contentTypeOf(entry.path));
      response.setHeader('ETag', `"${entry.crc32.toString(16)}-${entry.size.toString(16)}"`);
      response.setHeader('Cache-Control', 'private, no-cache');
      if (request.fresh) return void response.status(304).end();
      response.setHeader('Content-Length', entry.size);
      if (request.method === 'HEAD') return void response.end();
      return sendStream(response, plainForm({ blobs, blobKey, entry }).open);
    },
  };
}
