import { z } from 'zod';
import type { PasswordResets } from '#server/auth/password-resets.ts';
import { adminProcedure, publicProcedure, router, sessionProcedure } from '#server/rpc/trpc.ts';
import { ownRemovalSchema } from '#shared/accounts.ts';
import { newPasswordResetSchema, passwordResetInspectSchema, usablePasswordResetSchema } from '#shared/password-resets.ts';
import { managedUserSchema, userListQuery, userListSchema, userTargetSchema, userUpdateSchema } from '#shared/users.ts';
import type { UsersService } from './users.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly users: UsersService;
    readonly passwordResets: PasswordResets;
  }
}

const tags = ['Users'];
const path = '/admin/users/{id}';

export const usersRouter = router({
  list: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/users',
        tags,
        summary: 'List users',
        description: 'Lists all users by email address.',
      },
    })
    .input(userListQuery)
    .output(userListSchema)
    .query(({ ctx, input }) => ctx.services.users.list(input)),

  update: adminProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path,
        tags,
        summary: 'Change a user',
        description:
          'Changes the role or the name of a user, or disables the account. Fields that are left out stay as they are. You cannot demote or disable yourself, and one admin always remains.',
        errors: ['USER_NOT_FOUND', 'LAST_ADMIN'],
      },
    })
    .input(userUpdateSchema)
    .output(managedUserSchema)
    .mutation(({ ctx, input: { id, ...changes } }) => ctx.services.users.update(ctx.actor, id, changes)),

  delete: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Remove a user',
        description: 'Removes the account. The decks of the user become yours. You cannot remove yourself.',
        successStatus: 204,
        errors: ['USER_NOT_FOUND', 'LAST_ADMIN'],
      },
    })
    .input(userTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.users.remove(ctx.actor, input.id)),
});

/** What users do with their own account that admins do with those of others. */
export const ownAccountRouter = router({
  remove: sessionProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/remove',
        tags: ['Accounts'],
        summary: 'Remove your account',
        description:
          'Removes your account for good, with your sessions and API keys. Your decks become those of another person, or are deleted for good. Your notes and drawings on decks of others stay, without your name. The last admin cannot do this.',
        successStatus: 204,
        errors: [
          'REAUTHENTICATION_REQUIRED',
          'INVALID_CREDENTIALS',
          'USER_NOT_FOUND',
          'LAST_ADMIN',
          'LIMIT_REACHED',
          'STORAGE_FULL',
          'RATE_LIMITED',
        ],
      },
    })
    .input(ownRemovalSchema)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      await ctx.services.users.removeSelf(ctx.actor, input);
    }),
});

export const passwordResetsRouter = router({
  create: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/users/{id}/password-reset',
        tags,
        summary: 'Create a link to set a new password',
        description:
          'Creates a link with which a person who has forgotten their password sets a new one. It works once, for 24 hours, and replaces an earlier link for the same person. Only this response contains it. Nothing ends before the person uses it. You cannot create one for yourself.',
        successStatus: 201,
        errors: ['USER_NOT_FOUND'],
      },
    })
    .input(userTargetSchema)
    .output(newPasswordResetSchema)
    .mutation(({ ctx, input }) => ctx.services.passwordResets.create(ctx.actor, input.id)),

  /** For the page that sets the password. It is a mutation, so that the token does not appear in addresses and logs. */
  inspect: publicProcedure
    .input(passwordResetInspectSchema)
    .output(usablePasswordResetSchema)
    .mutation(({ ctx, input }) => ctx.services.passwordResets.inspect(input.token)),
});
