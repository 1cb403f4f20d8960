import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { revisionCondition, revisionOf } from '#server/slides/revision-condition.ts';
import {
  noteHistoryReadSchema,
  noteHistorySchema,
  noteListSchema,
  noteRemoveSchema,
  noteSchema,
  noteWriteSchema,
} from '#shared/notes.ts';
import { slideRecordsSchema } from '#shared/revisions.ts';
import type { NotesService } from './notes.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly notes: NotesService;
  }
}

const tags = ['Notes'];
const path = '/decks/{id}/notes/{slideIndex}';

export const notesRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/notes',
        tags,
        summary: 'List the notes of a deck',
        description:
          'Lists the note of every slide that has one, and of every slide inside a deck that is a single document. With `versionId`, the notes are placed on the slides of that version.',
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(slideRecordsSchema)
    .output(noteListSchema)
    .query(({ ctx, input }) => ctx.services.notes.list(ctx.actor, input)),

  listHistory: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/history`,
        tags,
        summary: 'List the history of a note',
        description:
          'Lists the last fifty states of the note of a slide, or of a slide inside it, newest first, with author and time. To restore a state, write its text.',
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND'],
      },
    })
    .input(noteHistoryReadSchema)
    .output(noteHistorySchema)
    .query(async ({ ctx, input }) => ({ items: await ctx.services.notes.history(ctx.actor, input) })),

  set: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path,
        tags,
        summary: 'Write the note of a slide',
        description:
          'Replaces the note of the slide or, with `inner`, of a slide inside it. With `If-Match`, the request fails if another user has changed the note; without it the last write wins.',
        inQuery: ['inner'],
        etag: revisionOf,
        conditional: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'LIMIT_REACHED', 'PRECONDITION_FAILED'],
      },
    })
    .input(noteWriteSchema)
    .output(noteSchema)
    .mutation(({ ctx, input: { ifRevision, ...input } }) =>
      ctx.services.notes.set(ctx.actor, { ...input, condition: revisionCondition(ctx.preconditions, ifRevision) }),
    ),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Delete the note of a slide',
        description:
          'Deletes the note of the slide or, with `inner`, of a slide inside it. It is not an error if there is none. The history keeps its text.',
        successStatus: 204,
        etag: revisionOf,
        conditional: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'PRECONDITION_FAILED'],
      },
    })
    .input(noteRemoveSchema)
    .output(z.void())
    .mutation(({ ctx, input: { ifRevision, ...input } }) =>
      ctx.services.notes.remove(ctx.actor, { ...input, condition: revisionCondition(ctx.preconditions, ifRevision) }),
    ),
});
