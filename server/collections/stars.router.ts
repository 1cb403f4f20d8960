import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { deckTargetSchema } from '#shared/decks.ts';
import type { StarsService } from './stars.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly stars: StarsService;
  }
}

const tags = ['Decks'];
const path = '/decks/{id}/star';

/** Two more procedures of `decks`: the root router merges them. */
export const deckStarsRouter = router({
  star: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path,
        tags,
        summary: 'Star a deck',
        description: 'Stars the deck for you. No one else sees it. Succeeds if you have starred it already.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND', 'LIMIT_REACHED'],
      },
    })
    .input(deckTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.stars.set(ctx.actor, input.id)),

  unstar: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Remove the star of a deck',
        description: 'Removes your star. Succeeds if there is none.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND'],
      },
    })
    .input(deckTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.stars.remove(ctx.actor, input.id)),
});
