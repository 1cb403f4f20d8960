import { z } from 'zod';
import { router, signedInProcedure } from '#server/api/trpc.ts';
import { deckDetailSchema, deckListQuery, deckListSchema, deckTargetSchema, deckUpdateSchema } from '#shared/decks.ts';

const tags = ['Decks'];
const path = '/decks/{id}';

export const decksRouter = router({
  list: signedInProcedure
    .meta({ openapi: { method: 'GET', path: '/decks', tags, summary: 'Decks the caller may see' } })
    .input(deckListQuery)
    .output(deckListSchema)
    .query(({ ctx, input }) => ctx.services.decks.list(ctx.actor, input)),

  get: signedInProcedure
    .meta({ openapi: { method: 'GET', path, tags, summary: 'One deck', errors: ['DECK_NOT_FOUND'] } })
    .input(deckTargetSchema)
    .output(deckDetailSchema)
    .query(({ ctx, input }) => ctx.services.decks.detail(ctx.actor, input.id)),

  update: signedInProcedure
    .meta({
      openapi: { method: 'PATCH', path, tags, summary: 'Change title or visibility', errors: ['DECK_NOT_FOUND', 'FORBIDDEN'] },
    })
    .input(deckUpdateSchema)
    .output(deckDetailSchema)
    .mutation(({ ctx, input: { id, ...changes } }) => ctx.services.decks.update(ctx.actor, id, changes)),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Delete a deck with all of its versions',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(deckTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.decks.remove(ctx.actor, input.id)),
});
