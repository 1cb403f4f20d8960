import { z } from 'zod';
import { adminProcedure, publicProcedure, router } from '#server/rpc/trpc.ts';
import {
  inviteCreateSchema,
  inviteInspectedSchema,
  inviteInspectSchema,
  inviteListQuery,
  inviteListSchema,
  inviteTargetSchema,
  newInviteSchema,
} from '#shared/invites.ts';
import type { InvitesService } from './invites.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly invites: InvitesService;
  }
}

const tags = ['Invites'];

export const invitesRouter = router({
  list: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/invites',
        tags,
        summary: 'List invites',
        description: 'Lists all invites, newest first. The list does not contain their tokens.',
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
        summary: 'Create an invite',
        description: 'Creates an invite for one new account. Only this response contains its token and its link.',
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
        description: 'Revokes an unused invite. Its link stops working immediately.',
        successStatus: 204,
        errors: ['INVITE_NOT_FOUND', 'INVITE_USED'],
      },
    })
    .input(inviteTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.invites.revoke(ctx.actor, input.id)),

  /** For the join page, which has the token. It is a mutation, so that the token does not appear in addresses and logs. */
  inspect: publicProcedure
    .input(inviteInspectSchema)
    .output(inviteInspectedSchema)
    .mutation(({ ctx, input }) => ctx.services.invites.inspect(input.token)),
});
