import { deckTargetSchema } from '#shared/decks.ts';
import { exportTargetSchema } from '#shared/exports.ts';
import { drawingExportSchema } from '#shared/ink.ts';
import type { OperationFacts } from './operation.ts';
import { UNCHANGED } from './package-operations.ts';

/** Routes that return a deck, its notes or its drawings as other files. */
export const exportOperations: readonly OperationFacts[] = [
  {
    operationId: 'downloadExport',
    method: 'get',
    path: '/decks/{id}/exports/{exportId}/file',
    summary: 'Download an exported file',
    description:
      'Returns the file of one of your exports: a PDF, or a zip archive with the pictures `001.png`, `002.png` and so on.',
    tag: 'Exports',
    access: 'user',
    pathParameters: exportTargetSchema,
    success: {
      200: {
        description: 'The file.',
        content: { type: 'application/*' },
        headers: ['Cache-Control', 'Content-Disposition', 'Content-Length'],
      },
    },
    errors: ['DECK_NOT_FOUND', 'EXPORT_NOT_FOUND', 'EXPORT_NOT_READY'],
  },
  {
    operationId: 'exportNotes',
    method: 'get',
    path: '/decks/{id}/export/notes.md',
    summary: 'Export the notes of a deck',
    description:
      'Returns the notes of all slides as Markdown: the note that users wrote or, if there is none, the note in the package.',
    tag: 'Notes',
    access: 'user',
    pathParameters: deckTargetSchema,
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'The notes as Markdown.',
        content: { type: 'text/markdown' },
        headers: ['Cache-Control', 'Content-Disposition', 'Content-Length', 'ETag'],
      },
      304: { description: UNCHANGED, headers: ['Cache-Control', 'Content-Disposition', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND'],
  },
  {
    operationId: 'exportDrawing',
    method: 'get',
    path: '/decks/{id}/export/slides/{slideIndex}.svg',
    summary: 'Export the drawing of a slide',
    description: 'Returns the drawing on a slide as an SVG of the size of the slide.',
    tag: 'Annotations',
    access: 'user',
    pathParameters: drawingExportSchema.omit({ inner: true }),
    query: drawingExportSchema.pick({ inner: true }),
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'The drawing as SVG.',
        content: { type: 'image/svg+xml' },
        headers: ['Cache-Control', 'Content-Disposition', 'Content-Length', 'ETag'],
      },
      304: { description: UNCHANGED, headers: ['Cache-Control', 'Content-Disposition', 'ETag'] },
    },
    errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'FOREIGN_ANNOTATION'],
  },
];
