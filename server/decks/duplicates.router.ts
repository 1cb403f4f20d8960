import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { deckDetailSchema, deckDuplicateSchema } from '#shared/decks.ts';
import type { DuplicatesService } from './duplicates.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly duplicates: DuplicatesService;
  }
}

/** One more procedure of `decks`: the root router merges the two. */
export const deckDuplicationRouter = router({
  duplicate: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/decks/{id}/duplicate',
        tags: ['Decks'],
        summary: 'Duplicate a deck',
        description:
          'Copies the current version of a deck that you may see to a new deck of yours, which only you and admins can see. It has the notes of the slides, but not the annotations, the earlier versions, the people or the hosts that were allowed. It counts against your quota.',
        successStatus: 201,
        errors: ['DECK_NOT_FOUND', 'LIMIT_REACHED', 'STORAGE_FULL', 'RATE_LIMITED'],
      },
    })
    .input(deckDuplicateSchema)
    .output(deckDetailSchema)
    .mutation(({ ctx, input }) => ctx.services.duplicates.duplicate(ctx.actor, input.id, input.title)),
});
