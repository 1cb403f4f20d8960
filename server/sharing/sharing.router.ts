import { z } from 'zod';
import { deckTag } from '#server/decks/decks.serializer.ts';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import {
  deckOwnerWriteSchema,
  deckPeopleQuery,
  deckPeopleSchema,
  deckPersonSchema,
  deckPersonTargetSchema,
  deckPersonWriteSchema,
  memberListQuery,
  memberListSchema,
} from '#shared/deck-people.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import type { SharingService } from './sharing.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly sharing: SharingService;
  }
}

const tags = ['People of a deck'];
const path = '/decks/{id}/people/{userId}';

/** One more procedure of `decks`: the root router merges the two. */
export const deckOwnerRouter = router({
  transfer: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/decks/{id}/owner',
        tags: ['Decks'],
        summary: 'Give a deck to another owner',
        description: 'Makes a person the owner of the deck. The former owner may go on editing it. For the owner and admins.',
        etag: deckTag,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'USER_NOT_FOUND', 'LIMIT_REACHED', 'STORAGE_FULL'],
      },
    })
    .input(deckOwnerWriteSchema)
    .output(deckDetailSchema)
    .mutation(({ ctx, input: { id, userId } }) => ctx.services.sharing.transfer(ctx.actor, id, userId)),
});

export const membersRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/people',
        tags,
        summary: 'Find people',
        description: 'Lists everyone with an active account, by name: the people with whom a deck can be shared.',
      },
    })
    .input(memberListQuery)
    .output(memberListSchema)
    .query(({ ctx, input }) => ctx.services.sharing.members(input)),
});

export const sharesRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/people',
        tags,
        summary: 'List the people of a deck',
        description: 'Lists the people with whom the deck is shared by name, by name. The owner is not in the list.',
        errors: ['DECK_NOT_FOUND'],
      },
    })
    .input(deckPeopleQuery)
    .output(deckPeopleSchema)
    .query(({ ctx, input: { id, ...page } }) => ctx.services.sharing.list(ctx.actor, id, page)),

  set: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path,
        tags,
        summary: 'Share a deck with a person',
        description: 'Shares the deck with a person, or changes what they may do with it. For the owner and admins.',
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'USER_NOT_FOUND', 'LIMIT_REACHED'],
      },
    })
    .input(deckPersonWriteSchema)
    .output(deckPersonSchema)
    .mutation(({ ctx, input: { id, userId, access } }) => ctx.services.sharing.share(ctx.actor, id, userId, access)),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Stop sharing a deck with a person',
        description:
          'Ends the access that the person has by name, with their open pages and playback addresses of the deck. Succeeds if there is none. For the owner, admins and that person.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(deckPersonTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input: { id, userId } }) => ctx.services.sharing.unshare(ctx.actor, id, userId)),
});
