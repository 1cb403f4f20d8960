import { z } from 'zod';
import { deckArchiveQuery, deckDetailSchema, deckTargetSchema, uploadFieldsSchema } from '#shared/decks.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { annotationListSchema } from '#shared/annotations.ts';
import { slideRecordsSchema } from '#shared/revisions.ts';
import { picturePathSchema, pictureQuery } from '#shared/slides.ts';
import { versionTargetSchema } from '#shared/versions.ts';
import { BINARY } from './generated-paths.ts';
import type { OperationFacts, Success } from './operation.ts';

/** What a 304 means. */
export const UNCHANGED = 'Nothing has changed since the `ETag` in `If-None-Match`.';

const file = z.string().meta({ override: { ...BINARY }, description: 'The package: the bytes of a `.stage` file.' });

const UPLOAD_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'FILE_REQUIRED',
  'IDEMPOTENCY_MISMATCH',
  'LIMIT_REACHED',
  'UPLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_PACKAGE',
  'INVALID_MANIFEST',
  'UNSAFE_PATH',
  'RATE_LIMITED',
  'STORAGE_FULL',
];

const uploaded = (description: string): Record<number, Success> => ({
  201: { description, content: { type: 'application/json', schema: deckDetailSchema }, headers: ['Cache-Control', 'Location'] },
});

const PACKAGE_HEADERS = ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'ETag', 'Repr-Digest'] as const;
const ZIP = { type: 'application/zip' };
export const PACKAGE: Record<number, Success> = {
  200: {
    description: 'The package, exactly as it was uploaded.',
    content: ZIP,
    headers: [...PACKAGE_HEADERS, 'Content-Length'],
  },
  206: {
    description: 'The requested part.',
    content: ZIP,
    headers: [...PACKAGE_HEADERS, 'Content-Length', 'Content-Range'],
  },
  304: { description: UNCHANGED, headers: PACKAGE_HEADERS },
};

/** Routes that receive or send files. */
export const packageOperations: readonly OperationFacts[] = [
  {
    operationId: 'createDeck',
    method: 'post',
    path: '/decks',
    summary: 'Upload a deck',
    description:
      'Uploads a package as a new deck that you own. The package is fully verified before anything is stored. With an `Idempotency-Key`, the same upload can be sent again without creating a second deck.',
    tag: 'Decks',
    access: 'user',
    headers: ['IdempotencyKey', 'ExpectedUser'],
    body: { type: 'multipart/form-data', schema: uploadFieldsSchema.extend({ file }) },
    success: uploaded('The new deck.'),
    errors: UPLOAD_ERRORS,
  },
  {
    operationId: 'createVersion',
    method: 'post',
    path: '/decks/{id}/versions',
    summary: 'Upload a new version',
    description:
      'Uploads a package as the new current version of a deck. The link to the deck stays the same. Notes and annotations follow their slides: by the id of the slide if it is unique, otherwise by identical bytes. Those whose slide is not in the new version are kept and listed as `unplaced`. They return to their slide when a later version contains it again.',
    tag: 'Versions',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['IdempotencyKey', 'ExpectedUser'],
    body: { type: 'multipart/form-data', schema: z.object({ file }) },
    success: uploaded('The deck with its new version.'),
    errors: ['DECK_NOT_FOUND', ...UPLOAD_ERRORS],
  },
  {
    operationId: 'downloadVersion',
    method: 'get',
    path: '/decks/{id}/versions/{versionId}/blob',
    summary: 'Download a version',
    description: 'Returns the package of one version, exactly as it was uploaded. `Range` requests are supported.',
    tag: 'Versions',
    access: 'user',
    pathParameters: versionTargetSchema,
    headers: ['Range', 'IfRange', 'IfNoneMatch'],
    success: PACKAGE,
    errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  },
  {
    operationId: 'downloadDeck',
    method: 'get',
    path: '/decks/{id}/blob',
    summary: 'Download a deck',
    description: 'Returns the package of the current version, exactly as it was uploaded. `Range` requests are supported.',
    tag: 'Decks',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['Range', 'IfRange', 'IfNoneMatch'],
    success: PACKAGE,
    errors: ['DECK_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  },
  {
    operationId: 'downloadDecks',
    method: 'get',
    path: '/decks.zip',
    summary: 'Download several decks',
    description:
      'Returns a zip archive with the packages of the current versions, each named after the title of its deck. If you may not read one of the decks, there is no archive.',
    tag: 'Decks',
    access: 'user',
    query: deckArchiveQuery,
    success: {
      200: {
        description: 'The archive.',
        content: { type: 'application/zip' },
        headers: ['Cache-Control', 'Content-Disposition'],
      },
    },
    errors: ['DECK_NOT_FOUND', 'LIMIT_REACHED'],
  },
  {
    operationId: 'getThumbnail',
    method: 'get',
    path: '/decks/{id}/thumbnail',
    summary: 'Get the picture of a deck',
    description:
      'Returns a picture of the first slide: the one in the package (PNG, JPEG, WebP, GIF or AVIF) or, if there is none, the one that the server has made (WebP).',
    tag: 'Decks',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['IfNoneMatch'],
    success: {
      200: { description: 'The picture.', content: { type: 'image/*' }, headers: ['Cache-Control', 'ETag', 'Content-Length'] },
      304: { description: UNCHANGED, headers: ['Cache-Control', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND', 'THUMBNAIL_NOT_FOUND'],
  },
  {
    operationId: 'getSlidePicture',
    method: 'get',
    path: '/decks/{id}/slides/{slideIndex}/picture',
    summary: 'Get the picture of a slide',
    description:
      'Returns a picture of the slide. A server with a renderer makes a picture of every slide some seconds after the upload of a version: WebP, 640 pixels wide, after the last step. Other pictures are made when they are asked for. That takes some seconds, while the request waits; after 20 seconds the answer is 503 `PICTURE_NOT_READY`, and asking again later gets the picture.',
    tag: 'Slides',
    access: 'user',
    pathParameters: picturePathSchema,
    query: pictureQuery,
    headers: ['IfNoneMatch'],
    success: {
      200: { description: 'The picture.', content: { type: 'image/*' }, headers: ['Cache-Control', 'ETag', 'Content-Length'] },
      304: { description: UNCHANGED, headers: ['Cache-Control', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND', 'SLIDE_NOT_FOUND', 'PICTURE_NOT_FOUND', 'PICTURE_NOT_READY'],
  },
  {
    operationId: 'listAnnotations',
    method: 'get',
    path: '/decks/{id}/annotations',
    summary: 'List the annotations of a deck',
    description:
      'Lists the annotation of every slide that has one. With `versionId`, the annotations are placed on the slides of that version. The response contains all of them and can have many megabytes.',
    tag: 'Annotations',
    access: 'user',
    pathParameters: slideRecordsSchema.pick({ id: true }),
    query: slideRecordsSchema.omit({ id: true }),
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'The annotations, by slide.',
        content: { type: 'application/json', schema: annotationListSchema },
        headers: ['Cache-Control', 'ETag'],
      },
      304: { description: UNCHANGED, headers: ['Cache-Control', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
  },
];
