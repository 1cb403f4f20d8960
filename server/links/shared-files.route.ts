import type { Request, Response } from 'express';
import { AppError, deckNotFound, linkNotFound } from '#server/errors.ts';
import { addressOf } from '#server/http/client-address.ts';
import { answersUnderWay } from '#server/http/held-bytes.ts';
import { networkOf } from '#server/http/network.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { type Image, sendImage } from '#server/http/send-image.ts';
import { sendPieces } from '#server/http/send-stream.ts';
import { sharedPicturePathSchema, sharedPictureQuery } from '#shared/shared-decks.ts';
import { visitorOf } from './visitor.route.ts';
import type { SharedRow } from './shared.repo.ts';
import type { SharedService } from './shared.service.ts';

type Version = SharedRow['version'];

/** What other features do with a version that a visitor may see. */
interface Dependencies {
  readonly shared: Pick<SharedService<never>, 'open' | 'openFor'>;
  /** Sends the package of a version. @throws AppError DECK_NOT_FOUND if it was deleted */
  readonly sendPackage: (request: Request, response: Response, version: Version & { readonly title: string }) => Promise<void>;
  /** The package's picture of the first slide. */
  readonly thumbnailOf: (version: Version) => Promise<Image | null>;
  /** The server's picture of a slide. */
  readonly pictureOf: (versionId: string, place: { slideIndex: number; inner?: number | undefined }) => Promise<Image | null>;
  /** The drawings on the slides of a version, as visitors see them. */
  readonly drawingsOf: (deckId: string, versionId: string) => Promise<Drawings>;
}

interface Drawings {
  readonly tag: string;
  readonly portionBytes: number;
  readonly pieces: AsyncIterable<string>;
}

/** Routes below `/api/shared/:token` that send files or long lists. Each looks at the link first, so none answers after its end. */
export function sharedFileRoutes({ shared, sendPackage, thumbnailOf, pictureOf, drawingsOf }: Dependencies): Route[] {
  const blob: Route['handler'] = async (request, response) => {
    const link = await shared.openFor('allowDownload', visitorOf(request));
    return sendPackage(request, response, { ...link.version, title: link.title }).catch(goneWithItsDeck);
  };
  const thumbnail: Route['handler'] = async (request, response) => {
    const { version } = await shared.open(visitorOf(request));
    const image = (await thumbnailOf(version)) ?? (version.hasPicture ? await pictureOf(version.id, { slideIndex: 0 }) : null);
    if (image === null) throw new AppError('THUMBNAIL_NOT_FOUND', 'There is no picture of the first slide, or not yet.');
    return sendImage(request, response, image).catch(goneWithItsDeck);
  };
  const picture: Route['handler'] = async (request, response) => {
    const { slideIndex } = parsed(sharedPicturePathSchema, request.params);
    const { inner } = parsed(sharedPictureQuery, request.query);
    const { version } = await shared.open(visitorOf(request));
    const image = await pictureOf(version.id, { slideIndex, inner });
    if (image === null) throw new AppError('PICTURE_NOT_FOUND', 'There is no picture of this slide, or not yet.');
    return sendImage(request, response, image).catch(goneWithItsDeck);
  };
  const annotations: Route['handler'] = async (request, response) => {
    const { deckId, version } = await shared.openFor('showDrawings', visitorOf(request));
    const { portionBytes, pieces } = await drawingsOf(deckId, version.id);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    if (request.method === 'HEAD') return void response.end();
    using held = answersUnderWay.hold(networkOf(addressOf(request)));
    held.add(portionBytes);
    await sendPieces(response, async (take) => {
      for await (const piece of pieces) await take(Buffer.from(piece));
    });
    return undefined;
  };
  return [
    { method: 'get', path: '/shared/:token/blob', handler: blob },
    { method: 'get', path: '/shared/:token/thumbnail', handler: thumbnail },
    { method: 'get', path: '/shared/:token/slides/:slideIndex/picture', handler: picture },
    { method: 'get', path: '/shared/:token/annotations', produces: 'application/json', handler: annotations },
  ];
}

/** A visitor is not told that there was a deck. */
function goneWithItsDeck(fault: unknown): never {
  throw fault instanceof AppError && fault.code === deckNotFound().code ? linkNotFound() : fault;
}
