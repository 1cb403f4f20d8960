import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { deckTag } from './decks.serializer.ts';
import { deckDetailSchema, deckListQuery, deckListSchema, deckTargetSchema, deckUpdateSchema } from '#shared/decks.ts';
import type { DecksService } from './decks.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly decks: DecksService;
  }
}

const tags = ['Decks'];
const path = '/decks/{id}';

export const decksRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks',
        tags,
        summary: 'List decks',
        description:
          'Lists the decks that you may see, page by page. Without a filter, these are your own decks and those that are visible to the team. Admins see all decks.',
        errors: ['COLLECTION_NOT_FOUND'],
      },
    })
    .input(deckListQuery)
    .output(deckListSchema)
    .query(({ ctx, input }) => ctx.services.decks.list(ctx.actor, input)),

  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'Get a deck',
        description: 'Returns the deck with its current version, the manifest of the package and what you may do with the deck.',
        etag: deckTag,
        errors: ['DECK_NOT_FOUND'],
      },
    })
    .input(deckTargetSchema)
    .output(deckDetailSchema)
    .query(({ ctx, input }) => ctx.services.decks.detail(ctx.actor, input.id)),

  update: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path,
        tags,
        summary: 'Change the title or the visibility of a deck',
        description:
          'Fields that are left out stay as they are. Making a deck private ends the playback for all users who may no longer see it.',
        etag: deckTag,
        conditional: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'PRECONDITION_FAILED'],
      },
    })
    .input(deckUpdateSchema)
    .output(deckDetailSchema)
    .mutation(({ ctx, input: { id, ...changes } }) => ctx.services.decks.update(ctx.actor, id, changes, ctx.preconditions)),
});
