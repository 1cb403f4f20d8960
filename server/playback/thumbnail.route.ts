import { contentTypeOf } from 'deck-format';
import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { AppError } from '#server/errors.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { type Image, sendImage } from '#server/http/send-image.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { deckTargetSchema } from '#shared/decks.ts';
import { plainForm } from './entry-forms.ts';
import type { FoundEntry, PlaybackService } from './playback.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly playback: PlaybackService;
  readonly blobs: BlobStore;
  /** The rendered picture of the first slide; null if there is none. @throws AppError DECK_NOT_FOUND */
  readonly renderedPicture: (actor: Actor, deckId: string) => Promise<Image | null>;
}

/** `GET /api/decks/:id/thumbnail`: raster images only, so that no code in them runs at the application's origin. */
export function thumbnailRoute({ authenticator, playback, blobs, renderedPicture }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/thumbnail',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const { id } = parsed(deckTargetSchema, request.params);
      const found = await playback.thumbnail(actor, id);
      const image = found === null ? await renderedPicture(actor, id) : packageImage(found, blobs);
      if (image === null) throw new AppError('THUMBNAIL_NOT_FOUND', 'There is no picture of the first slide, or not yet.');
      return sendImage(request, response, image);
    },
  };
}

/** Returns a function that finds the package's picture of the first slide of a version; null if there is none. */
export function packageThumbnail(playback: PlaybackService, blobs: BlobStore) {
  return async (version: Parameters<PlaybackService['thumbnailOf']>[0]): Promise<Image | null> => {
    const found = await playback.thumbnailOf(version);
    return found && packageImage(found, blobs);
  };
}

function packageImage({ entry, blobKey }: FoundEntry, blobs: BlobStore): Image {
  return {
    contentType: contentTypeOf(entry.path),
    tag: `${entry.crc32.toString(16)}-${entry.size.toString(16)}`,
    sizeBytes: entry.size,
    open: plainForm({ blobs, blobKey, entry }).open,
  };
}
