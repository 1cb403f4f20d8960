import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { deckDetailSchema, deckTargetSchema } from '#shared/decks.ts';
import { trashListQuery, trashListSchema, trashSettingsSchema, trashTargetSchema } from '#shared/trash.ts';
import type { TrashService } from './trash.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly trash: TrashService;
  }
}

const tags = ['Trash'];

/** One more procedure of `decks`: the root router merges the two. */
export const deckDeletionRouter = router({
  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/decks/{id}',
        tags: ['Decks'],
        summary: 'Delete a deck',
        description:
          'Moves the deck to the trash, from which it can be restored for a while. Everything else about it is not found from then on, and its playback addresses, event streams and talks end immediately.',
        successStatus: 204,
        conditional: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'PRECONDITION_FAILED'],
      },
    })
    .input(deckTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.trash.add(ctx.actor, input.id, ctx.preconditions)),
});

export const trashRouter = router({
  /** How long decks stay in the trash: the application asks before it deletes a deck that cannot be restored. */
  settings: signedInProcedure.output(trashSettingsSchema).query(({ ctx }) => ({ days: ctx.services.trash.days })),

  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/trash',
        tags,
        summary: 'List the trash',
        description: 'Lists your decks in the trash, the last deleted one first. Admins can list those of everyone.',
        errors: ['FORBIDDEN'],
      },
    })
    .input(trashListQuery)
    .output(trashListSchema)
    .query(({ ctx, input }) => ctx.services.trash.list(ctx.actor, input)),

  restore: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/trash/{deckId}/restore',
        tags,
        summary: 'Restore a deck',
        description:
          'Takes a deck out of the trash, with its versions, notes, annotations and people as they were. For the owner and admins.',
        errors: ['DECK_NOT_FOUND'],
      },
    })
    .input(trashTargetSchema)
    .output(deckDetailSchema)
    .mutation(({ ctx, input }) => ctx.services.trash.restore(ctx.actor, input.deckId)),

  purge: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/trash/{deckId}',
        tags,
        summary: 'Delete a deck for good',
        description:
          'Deletes a deck that is in the trash, with all of its versions, notes and annotations. For the owner and admins.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND'],
      },
    })
    .input(trashTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.trash.purge(ctx.actor, input.deckId)),
});
