import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { deckNotFound } from '#server/errors.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { type Image, sendImage } from '#server/http/send-image.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import { picturePathSchema, pictureQuery } from '#shared/slides.ts';
import type { SlidePlace } from './slides.repo.ts';
import type { SlidesService, StoredPicture } from './slides.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly slides: SlidesService;
  readonly blobs: Pick<BlobStore, 'read'>;
}

/** `GET /api/decks/:id/slides/:slideIndex/picture` */
export function pictureRoute({ authenticator, slides, blobs }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/slides/:slideIndex/picture',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const { id, slideIndex } = parsed(picturePathSchema, request.params);
      const { versionId, inner, ...appearance } = parsed(pictureQuery, request.query);
      const find = () => slides.picture(actor, { id, versionId }, { slideIndex, inner }, appearance);
      return sendImage(request, response, imageOf(await find(), find, blobs));
    },
  };
}

/** Returns a function that finds the picture of a deck's first slide; null if there is none. */
export function firstPicture(slides: SlidesService, blobs: Pick<BlobStore, 'read'>) {
  return async (actor: Actor, deckId: string): Promise<Image | null> => {
    const find = () => slides.firstPicture(actor, deckId);
    const picture = await find();
    return picture && imageOf(picture, find, blobs);
  };
}

/** Returns a function that finds the picture that is made of every slide; null if there is none. */
export function slidePicture(slides: SlidesService, blobs: Pick<BlobStore, 'read'>) {
  return async (versionId: string, place: SlidePlace): Promise<Image | null> => {
    const find = () => slides.pictureOf(versionId, place);
    const picture = await find();
    return picture && imageOf(picture, find, blobs);
  };
}

/** @param find finds the picture again. Another part of its job may have stored it in another blob meanwhile */
function imageOf(
  { tag, format, blobKey, offset, sizeBytes }: StoredPicture,
  find: () => Promise<StoredPicture | null>,
  blobs: Pick<BlobStore, 'read'>,
): Image {
  const read = (key: string, signal: AbortSignal) => blobs.read(key, { offset, length: sizeBytes, signal });
  return {
    contentType: `image/${format}`,
    tag,
    sizeBytes,
    open: (signal) =>
      read(blobKey, signal).catch(async (fault: unknown) => {
        if (!(fault instanceof BlobNotFoundError)) throw fault;
        const moved = await find();
        // Otherwise the deck was deleted after its rows were read.
        if (moved === null || moved.blobKey === blobKey || moved.tag !== tag) throw deckNotFound();
        return read(moved.blobKey, signal);
      }),
  };
}
