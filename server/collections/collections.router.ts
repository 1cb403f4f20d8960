import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import {
  collectionCreateSchema,
  collectionDeckSchema,
  collectionListQuery,
  collectionListSchema,
  collectionSchema,
  collectionTargetSchema,
  collectionUpdateSchema,
} from '#shared/collections.ts';
import type { CollectionsService } from './collections.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly collections: CollectionsService;
  }
}

const tags = ['Collections'];
const path = '/collections/{id}';
const deckPath = '/collections/{id}/decks/{deckId}';

export const collectionsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/collections',
        tags,
        summary: 'List collections',
        description:
          'Lists your own collections and those of the team, by name. The decks of one are in the list of decks with its id as `collection`.',
        errors: ['FORBIDDEN'],
      },
    })
    .input(collectionListQuery)
    .output(collectionListSchema)
    .query(({ ctx, input }) => ctx.services.collections.list(ctx.actor, input)),

  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'Get a collection',
        description: 'Returns the collection, without its decks.',
        errors: ['COLLECTION_NOT_FOUND'],
      },
    })
    .input(collectionTargetSchema)
    .output(collectionSchema)
    .query(({ ctx, input }) => ctx.services.collections.get(ctx.actor, input.id)),

  create: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/collections',
        tags,
        summary: 'Create a collection',
        description: 'Creates an empty collection that you own.',
        successStatus: 201,
        errors: ['LIMIT_REACHED'],
      },
    })
    .input(collectionCreateSchema)
    .output(collectionSchema)
    .mutation(({ ctx, input }) => ctx.services.collections.create(ctx.actor, input)),

  update: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path,
        tags,
        summary: 'Change the name or the visibility of a collection',
        description: 'Fields that are left out stay as they are. For the owner and admins. Nothing changes for its decks.',
        errors: ['COLLECTION_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(collectionUpdateSchema)
    .output(collectionSchema)
    .mutation(({ ctx, input: { id, ...changes } }) => ctx.services.collections.update(ctx.actor, id, changes)),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Delete a collection',
        description: 'Deletes the collection. Its decks remain. For the owner and admins.',
        successStatus: 204,
        errors: ['COLLECTION_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(collectionTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.collections.delete(ctx.actor, input.id)),

  add: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: deckPath,
        tags,
        summary: 'Put a deck into a collection',
        description:
          'For everyone who may read the deck, if the collection is of the team; else for its owner and admins. It changes nothing about who may read the deck. Succeeds if the deck is in it already.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND', 'COLLECTION_NOT_FOUND', 'LIMIT_REACHED'],
      },
    })
    .input(collectionDeckSchema)
    .output(z.void())
    .mutation(({ ctx, input: { id, deckId } }) => ctx.services.collections.add(ctx.actor, id, deckId)),

  remove: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: deckPath,
        tags,
        summary: 'Take a deck out of a collection',
        description: 'For the same people. The deck remains. Succeeds if the deck is not in the collection.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND', 'COLLECTION_NOT_FOUND'],
      },
    })
    .input(collectionDeckSchema)
    .output(z.void())
    .mutation(({ ctx, input: { id, deckId } }) => ctx.services.collections.remove(ctx.actor, id, deckId)),
});
