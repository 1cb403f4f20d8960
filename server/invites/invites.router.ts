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
    .meta({ openapi: { method: 'GET', path: '/admin/invites', tags, summary: 'Invites, newest first' } })
    .input(inviteListQuery)
    .output(inviteListSchema)
    .query(({ ctx, input }) => ctx.services.invites.list(input)),

  create: adminProcedure
    .meta({ openapi: { method: 'POST', path: '/admin/invites', tags, summary: 'Make an invite', successStatus: 201 } })
    .input(inviteCreateSchema)
    .output(newInviteSchema)
    .mutation(({ ctx, input }) => ctx.services.invites.create(ctx.actor, input)),

  delete: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/invites/{id}',
        tags,
        summary: 'Revoke an unused invite',
        successStatus: 204,
        errors: ['INVITE_NOT_FOUND', 'INVITE_USED'],
      },
    })
    .input(inviteTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.invites.revoke(input.id)),

  /** For the join page, which holds the token. A mutation, so that the token stays out of addresses and logs. */
  inspect: publicProcedure
    .input(inviteInspectSchema)
    .output(inviteInspectedSchema)
    .mutation(({ ctx, input }) => ctx.services.invites.inspect(input.token)),
});
