import { z } from 'zod';
import { router, signedInProcedure } from '#server/api/trpc.ts';
import {
  noteHistoryReadSchema,
  noteHistorySchema,
  noteListSchema,
  noteRemoveSchema,
  noteSchema,
  noteWriteSchema,
} from '#shared/notes.ts';
import { slideRecordsSchema } from '#shared/revisions.ts';

const tags = ['Notes'];
const path = '/decks/{id}/notes/{slideIndex}';

export const notesRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/notes',
        tags,
        summary: 'Notes of a deck, by slide',
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(slideRecordsSchema)
    .output(noteListSchema)
    .query(({ ctx, input }) => ctx.services.notes.list(ctx.actor, input)),

  history: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: `${path}/history`,
        tags,
        summary: 'Who has changed the note of a slide when, and to what; to bring a state back, write its text',
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
        ifMatch: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'PRECONDITION_FAILED'],
      },
    })
    .input(noteWriteSchema)
    .output(noteSchema)
    .mutation(({ ctx, input }) => ctx.services.notes.set(ctx.actor, input)),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Delete the note of a slide',
        successStatus: 204,
        ifMatch: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'PRECONDITION_FAILED'],
      },
    })
    .input(noteRemoveSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.notes.remove(ctx.actor, input)),
});
