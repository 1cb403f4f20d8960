import { z } from 'zod';
import { adminProcedure, publicProcedure, router } from '#server/rpc/trpc.ts';
import {
  inviteCreateSchema,
  inviteInspectedSchema,
  inviteInspectSchema,
  inviteListQuery,
  inviteListSchema,
  inviteSeveralSchema,
  inviteTargetSchema,
  newInviteSchema,
  newInvitesSchema,
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
        description:
          'Creates an invite for one new account, and mails it if that is wanted. Only this response contains its token and its link.',
        successStatus: 201,
        errors: ['LIMIT_REACHED'],
      },
    })
    .input(inviteCreateSchema)
    .output(newInviteSchema)
    .mutation(({ ctx, input: { email, ...wish } }) => ctx.services.invites.create(ctx.actor, email ?? null, wish)),

  createSeveral: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/invites/several',
        tags,
        summary: 'Invite several people',
        description:
          'Creates an invite for each of the addresses, all or none of them, and mails them if that is wanted. Only this response contains their tokens and links.',
        successStatus: 201,
        errors: ['LIMIT_REACHED'],
      },
    })
    .input(inviteSeveralSchema)
    .output(newInvitesSchema)
    .mutation(async ({ ctx, input: { emails, ...wish } }) => ({
      items: await ctx.services.invites.createSeveral(ctx.actor, [...new Set(emails)], wish),
    })),

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
