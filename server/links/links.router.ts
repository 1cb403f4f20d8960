import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import {
  linkCreateSchema,
  linkListQuery,
  linkListSchema,
  linkSchema,
  linkTargetSchema,
  linkUpdateSchema,
} from '#shared/links.ts';
import type { LinksService } from './links.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly links: LinksService;
  }
}

const tags = ['Links'];
const path = '/decks/{id}/links/{linkId}';

function addressOf(created: unknown): string {
  const { deckId, id } = linkSchema.pick({ deckId: true, id: true }).parse(created);
  return `/api/decks/${encodeURIComponent(deckId)}/links/${encodeURIComponent(id)}`;
}

export const linksRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/links',
        tags,
        summary: 'List the links of a deck',
        description: 'Lists the links of a deck, newest first, with those that have expired. For those who may edit the deck.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(linkListQuery)
    .output(linkListSchema)
    .query(({ ctx, input: { id, ...page } }) => ctx.services.links.list(ctx.actor, id, page)),

  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'Get a link',
        description: 'Returns one link of a deck. For those who may edit the deck.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'LINK_NOT_FOUND'],
      },
    })
    .input(linkTargetSchema)
    .output(linkSchema)
    .query(({ ctx, input: { id, linkId } }) => ctx.services.links.get(ctx.actor, id, linkId)),

  create: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/decks/{id}/links',
        tags,
        summary: 'Create a link to a deck',
        description:
          'Creates a link that lets anyone who has it see the deck, without an account. Everything is off unless you switch it on. For those who may edit the deck.',
        successStatus: 201,
        noStore: true,
        location: addressOf,
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND', 'LIMIT_REACHED'],
      },
    })
    .input(linkCreateSchema)
    .output(linkSchema)
    .mutation(({ ctx, input: { id, ...wish } }) => ctx.services.links.create(ctx.actor, id, wish)),

  update: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path,
        tags,
        summary: 'Change a link',
        description:
          'Changes the fields that are sent. It takes effect at once: a page that shows the deck by this link loses what it may no longer show. A new password ends what was opened with the old one. For those who may edit the deck.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'LINK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(linkUpdateSchema)
    .output(linkSchema)
    .mutation(({ ctx, input: { id, linkId, ...wish } }) => ctx.services.links.update(ctx.actor, id, linkId, wish)),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Delete a link',
        description: 'Ends the link for good, with everything that was opened by it. For those who may edit the deck.',
        successStatus: 204,
        errors: ['DECK_NOT_FOUND', 'LINK_NOT_FOUND'],
      },
    })
    .input(linkTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input: { id, linkId } }) => ctx.services.links.remove(ctx.actor, id, linkId)),
});
