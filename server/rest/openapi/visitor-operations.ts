import type { ErrorCode } from '#shared/errors.ts';
import {
  sharedAnnotationListSchema,
  sharedEventsQuery,
  sharedPicturePathSchema,
  sharedPictureQuery,
  sharedTargetSchema,
} from '#shared/shared-decks.ts';
import type { OperationFacts, Success } from './operation.ts';
import { PACKAGE, UNCHANGED } from './package-operations.ts';

const LINK_ERRORS: readonly ErrorCode[] = ['PASSWORD_REQUIRED', 'LINK_NOT_FOUND', 'LINK_EXPIRED'];
const PICTURE: Record<number, Success> = {
  200: { description: 'The picture.', content: { type: 'image/*' }, headers: ['Cache-Control', 'ETag', 'Content-Length'] },
  304: { description: UNCHANGED, headers: ['Cache-Control', 'ETag'] },
};

/** What visitors with a link download. */
export const visitorOperations: readonly OperationFacts[] = [
  {
    operationId: 'downloadShared',
    method: 'get',
    path: '/shared/{token}/blob',
    summary: 'Download the deck of a link',
    description: 'Returns the package that the link shows, if it allows downloads. `Range` requests are supported.',
    tag: 'Visitors',
    access: 'public',
    pathParameters: sharedTargetSchema,
    headers: ['Range', 'IfRange', 'IfNoneMatch'],
    success: PACKAGE,
    errors: [...LINK_ERRORS, 'FORBIDDEN', 'RANGE_NOT_SATISFIABLE'],
  },
  {
    operationId: 'getSharedThumbnail',
    method: 'get',
    path: '/shared/{token}/thumbnail',
    summary: 'Get the picture of the deck of a link',
    description:
      'Returns a picture of the first slide: the one in the package or, if there is none, the one that the server has made.',
    tag: 'Visitors',
    access: 'public',
    pathParameters: sharedTargetSchema,
    headers: ['IfNoneMatch'],
    success: PICTURE,
    errors: [...LINK_ERRORS, 'THUMBNAIL_NOT_FOUND'],
  },
  {
    operationId: 'getSharedPicture',
    method: 'get',
    path: '/shared/{token}/slides/{slideIndex}/picture',
    summary: 'Get the picture of a slide of the deck of a link',
    description: 'Returns the picture of a slide that the server has made: WebP, 640 pixels wide, after the last step.',
    tag: 'Visitors',
    access: 'public',
    pathParameters: sharedPicturePathSchema,
    query: sharedPictureQuery,
    headers: ['IfNoneMatch'],
    success: PICTURE,
    errors: [...LINK_ERRORS, 'PICTURE_NOT_FOUND'],
  },
  {
    operationId: 'watchShared',
    method: 'get',
    path: '/shared/{token}/events',
    summary: 'Watch the deck of a link',
    description:
      'Sends events while the link works: `version` when another version is shown or the rights of the link have changed (ask again for the deck and the playback address), `talk` what happens in a talk that its presenter has opened to the link, `ping` every 15 seconds, and `ended` when the link has ended, with the `code` that the other requests get from then on. The server closes the stream after `ended`. The data of each event is a JSON object. That of `talk` has `live`, whether the talk is going on, and one of: `talk`, with `state` (`waiting`, `live`, `away`: the presenter has lost the connection, `over`), `presenter`, `place` (`slideIndex` and, inside a slide, `inner` with `index` and `step`), `blank` (`black`, `white`, `address`: the short `address` of the talk is shown in place of the slide, or `question`: `question` with `text` and `name` is shown there), `takesQuestions`, `takesReactions` and `revision`, or null if the link was closed to the audience; `laser`, with `x` and `y` as parts of the slide, or null; `ink`, for links that show drawings, with `slideIndex`, `drawn` and `erased`, or null: read the drawings again; `questions`, with the number of `open` ones: read them again at a random time within `withinMs` milliseconds. Those who read slowly get the newest `talk`, `laser` and `questions` only.',
    tag: 'Visitors',
    access: 'public',
    pathParameters: sharedTargetSchema,
    query: sharedEventsQuery,
    success: { 200: { description: 'The events.', content: { type: 'text/event-stream' }, headers: ['Cache-Control'] } },
    errors: LINK_ERRORS,
  },
  {
    operationId: 'listSharedAnnotations',
    method: 'get',
    path: '/shared/{token}/annotations',
    summary: 'Get the drawings of the deck of a link',
    description:
      'Lists the drawings on the slides that the link shows, if it shows drawings. The response can have many megabytes.',
    tag: 'Visitors',
    access: 'public',
    pathParameters: sharedTargetSchema,
    success: {
      200: {
        description: 'The drawings, by slide.',
        content: { type: 'application/json', schema: sharedAnnotationListSchema },
        headers: ['Cache-Control'],
      },
    },
    errors: [...LINK_ERRORS, 'FORBIDDEN'],
  },
];
