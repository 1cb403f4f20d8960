import { z } from 'zod';
import { deckDetailSchema, deckTargetSchema, uploadFieldsSchema } from '#shared/decks.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { drawingExportSchema } from '#shared/ink.ts';
import { versionTargetSchema } from '#shared/versions.ts';
import type { OperationFacts, Success } from './operation.ts';

const file = z
  .string()
  .meta({ override: { type: 'string', contentMediaType: 'application/octet-stream' }, description: 'The package' });

const UPLOAD_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'FILE_REQUIRED',
  'IDEMPOTENCY_MISMATCH',
  'UPLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_PACKAGE',
  'INVALID_MANIFEST',
  'UNSAFE_PATH',
  'STORAGE_FULL',
];

const uploaded = (description: string): Record<number, Success> => ({
  201: { description, content: { type: 'application/json', schema: deckDetailSchema }, headers: ['Cache-Control', 'Location'] },
});

const PACKAGE_HEADERS = ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'ETag', 'Repr-Digest'] as const;
const ZIP = { type: 'application/zip' };
const PACKAGE: Record<number, Success> = {
  200: {
    description: 'The package, byte by byte as it was uploaded',
    content: ZIP,
    headers: [...PACKAGE_HEADERS, 'Content-Length'],
  },
  206: { description: 'The part asked for', content: ZIP, headers: [...PACKAGE_HEADERS, 'Content-Length', 'Content-Range'] },
  304: { description: 'Still the same', headers: PACKAGE_HEADERS },
};

/** Routes through which bytes flow. */
export const packageOperations: readonly OperationFacts[] = [
  {
    operationId: 'createDeck',
    method: 'post',
    path: '/decks',
    summary: 'Upload a package as a new deck',
    tag: 'Decks',
    access: 'user',
    headers: ['IdempotencyKey'],
    body: { type: 'multipart/form-data', schema: uploadFieldsSchema.extend({ file }).meta({ id: 'CreateDeckForm' }) },
    success: uploaded('The new deck'),
    errors: UPLOAD_ERRORS,
  },
  {
    operationId: 'createVersion',
    method: 'post',
    path: '/decks/{id}/versions',
    summary: "Upload a package as the deck's new current version",
    description:
      'The link stays. Notes and annotations follow their slides: by the slide’s id where it is unique, else by identical bytes. What finds no slide is kept, listed as `unplaced`, and comes back with its slide.',
    tag: 'Versions',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['IdempotencyKey'],
    body: { type: 'multipart/form-data', schema: z.object({ file }).meta({ id: 'CreateVersionForm' }) },
    success: uploaded('The deck with its new version'),
    errors: ['DECK_NOT_FOUND', ...UPLOAD_ERRORS],
  },
  {
    operationId: 'downloadVersion',
    method: 'get',
    path: '/decks/{id}/versions/{versionId}/blob',
    summary: 'The package of one version',
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
    summary: 'The package of the current version',
    tag: 'Decks',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['Range', 'IfRange', 'IfNoneMatch'],
    success: PACKAGE,
    errors: ['DECK_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  },
  {
    operationId: 'getThumbnail',
    method: 'get',
    path: '/decks/{id}/thumbnail',
    summary: "The package's own picture of its first slide",
    tag: 'Decks',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['IfNoneMatch'],
    success: {
      200: { description: 'The picture', content: { type: 'image/*' }, headers: ['Cache-Control', 'ETag', 'Content-Length'] },
      304: { description: 'Still the same', headers: ['Cache-Control', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND', 'THUMBNAIL_NOT_FOUND'],
  },
  {
    operationId: 'exportNotes',
    method: 'get',
    path: '/decks/{id}/export/notes.md',
    summary: 'All notes of the deck as Markdown',
    description: "By slide: the team's note or, where there is none, the one that the package brought.",
    tag: 'Notes',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'The notes',
        content: { type: 'text/markdown' },
        headers: ['Cache-Control', 'Content-Disposition', 'Content-Length', 'ETag'],
      },
      304: { description: 'Still the same', headers: ['Cache-Control', 'Content-Disposition', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND'],
  },
  {
    operationId: 'exportDrawing',
    method: 'get',
    path: '/decks/{id}/export/slides/{slideIndex}.svg',
    summary: 'What is drawn on a slide, as an SVG of the size of the slide',
    tag: 'Annotations',
    access: 'user',
    pathParameters: drawingExportSchema.omit({ inner: true }),
    query: drawingExportSchema.pick({ inner: true }),
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'The drawing',
        content: { type: 'image/svg+xml' },
        headers: ['Cache-Control', 'Content-Disposition', 'Content-Length', 'ETag'],
      },
      304: { description: 'Still the same', headers: ['Cache-Control', 'Content-Disposition', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'FOREIGN_ANNOTATION'],
  },
];
