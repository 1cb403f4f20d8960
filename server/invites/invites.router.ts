import { z } from 'zod';
import { adminProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import {
  inviteCreateSchema,
  inviteInspectedSchema,
  inviteInspectSchema,
  inviteListQuery,
  inviteListSchema,
  inviteTargetSchema,
  newInviteSchema,
} from '#shared/invites.ts';

const tags = ['Invites'];

export const invitesRouter = router({
  list: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/invites',
        tags,
        summary: 'List invites',
        description: 'Lists all invites, newest first. Their tokens are not part of the list.',
      },
    })
    .input(inviteListQuery)
    .output(inviteListSchema)
    .query(({ ctx, input }) => ctx.services.invites.list(input)),

  create: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/invites',
        tags,
        summary: 'Make an invite',
        description: 'Makes an invite for one new account. Its token and its link are in this answer only.',
        successStatus: 201,
        errors: ['LIMIT_REACHED'],
      },
    })
    .input(inviteCreateSchema)
    .output(newInviteSchema)
    .mutation(({ ctx, input }) => ctx.services.invites.create(ctx.actor, input)),

  delete: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/invites/{id}',
        tags,
        summary: 'Revoke an invite',
        description: 'Revokes an invite that was not used. Its link stops working at once.',
        successStatus: 204,
        errors: ['INVITE_NOT_FOUND', 'INVITE_USED'],
      },
    })
    .input(inviteTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.invites.revoke(ctx.actor, input.id)),

  /** For the join page, which holds the token. A mutation, so that the token stays out of addresses and logs. */
  inspect: publicProcedure
    .input(inviteInspectSchema)
    .output(inviteInspectedSchema)
    .mutation(({ ctx, input }) => ctx.services.invites.inspect(input.token)),
});
