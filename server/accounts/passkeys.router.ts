import { z } from 'zod';
import type { PasskeyRow, PasskeysService } from '#server/auth/factors/passkeys.service.ts';
import { challengeKeyOf } from '#server/auth/factors/challenges.ts';
import { accountProcedure, router } from '#server/rpc/trpc.ts';
import { passwordConfirmationSchema } from '#shared/accounts.ts';
import {
  newPasskeySchema,
  type Passkey,
  passkeyCreationSchema,
  passkeyListSchema,
  passkeyTargetSchema,
} from '#shared/passkeys.ts';
import { recoveryCodesSchema } from '#shared/two-factor.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly passkeys: PasskeysService;
  }
}

const tags = ['Accounts'];

export const passkeysRouter = router({
  list: accountProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/me/passkeys',
        tags,
        summary: 'List your passkeys',
        description: 'Returns the keys that sign you in without a password, the newest first.',
        noStore: true,
      },
    })
    .output(passkeyListSchema)
    .query(async ({ ctx }) => ({ items: (await ctx.services.passkeys.list(ctx.actor)).map(serializePasskey) })),

  begin: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/passkeys/options',
        tags,
        summary: 'Begin to add a passkey',
        description:
          'Returns what a browser passes to `navigator.credentials.create`, after `PublicKeyCredential.parseCreationOptionsFromJSON`.',
        noStore: true,
        errors: ['FORBIDDEN', 'REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'LIMIT_REACHED', 'RATE_LIMITED'],
      },
    })
    .input(passwordConfirmationSchema)
    .output(passkeyCreationSchema)
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      return ctx.services.passkeys.beginAdding(ctx.actor, input.password);
    }),

  add: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/passkeys',
        tags,
        summary: 'Add a passkey',
        description:
          'Adds the key that the browser has made. It signs you in without a password, and is a second factor. With your first second factor you get recovery codes, which only this response contains.',
        successStatus: 201,
        noStore: true,
        errors: ['FORBIDDEN', 'PASSKEY_REFUSED', 'LIMIT_REACHED', 'RATE_LIMITED'],
      },
    })
    .input(newPasskeySchema)
    .output(recoveryCodesSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.spend('passkeyChallenge', challengeKeyOf(input.credential));
      return ctx.services.passkeys.add(ctx.actor, input);
    }),

  remove: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/passkeys/{id}/remove',
        tags,
        summary: 'Remove a passkey',
        description:
          'Removes the key. If it was your last second factor, your recovery codes and trusted browsers go with it, and your password alone signs you in.',
        successStatus: 204,
        errors: ['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'TWO_FACTOR_NOT_FOUND', 'RATE_LIMITED'],
      },
    })
    .input(z.object({ ...passkeyTargetSchema.shape, ...passwordConfirmationSchema.shape }))
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      await ctx.services.passkeys.remove(ctx.actor, input.id, input.password);
    }),
});

function serializePasskey({ createdAt, lastUsedAt, ...key }: PasskeyRow): Passkey {
  return { ...key, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
