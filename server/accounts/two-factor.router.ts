import { z } from 'zod';
import type { FactorResets } from '#server/auth/factors/factor-resets.ts';
import type { FactorsService } from '#server/auth/factors/factors.service.ts';
import { accountProcedure, adminProcedure, router } from '#server/rpc/trpc.ts';
import { passwordConfirmationSchema } from '#shared/accounts.ts';
import {
  appConfirmationSchema,
  newAppSchema,
  recoveryCodesSchema,
  trustedDeviceTargetSchema,
  twoFactorSchema,
} from '#shared/two-factor.ts';
import { userTargetSchema } from '#shared/users.ts';
import { serializeTwoFactor } from './two-factor.serializer.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly factors: FactorsService;
    readonly factorResets: FactorResets;
  }
}

const tags = ['Accounts'];

export const twoFactorRouter = router({
  get: accountProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/me/two-factor',
        tags,
        summary: 'Get your second factors',
        description: 'Returns how you sign in besides your password, and the browsers in which you need no second step.',
        noStore: true,
      },
    })
    .output(twoFactorSchema)
    .query(async ({ ctx }) => serializeTwoFactor(await ctx.services.factors.list(ctx.actor))),

  reset: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/users/{id}/two-factor',
        tags: ['Users'],
        summary: 'Remove the second factors of a person',
        description:
          'Removes all second factors of a person who has lost them, with their recovery codes and trusted browsers, and ends their sessions. They sign in with their password alone and can set up a new factor. You cannot do this for yourself.',
        successStatus: 204,
        errors: ['USER_NOT_FOUND'],
      },
    })
    .input(userTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.factorResets.reset(ctx.actor, input.id)),
});

export const authenticatorAppsRouter = router({
  begin: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/authenticator-app',
        tags,
        summary: 'Begin to set up an authenticator app',
        description:
          'Makes a secret for an app that shows codes (TOTP, RFC 6238). It counts when you have confirmed its first code. A secret that you have not confirmed is replaced.',
        successStatus: 201,
        noStore: true,
        errors: ['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'APP_EXISTS', 'RATE_LIMITED'],
      },
    })
    .input(passwordConfirmationSchema)
    .output(newAppSchema)
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      return ctx.services.factors.beginApp(ctx.actor, input.password);
    }),

  confirm: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/authenticator-app/confirm',
        tags,
        summary: 'Confirm an authenticator app',
        description:
          'Turns the app on with the code that it shows. Signing in then needs a second step. With your first second factor you get recovery codes, which only this response contains.',
        noStore: true,
        errors: ['WRONG_CODE', 'TWO_FACTOR_NOT_FOUND', 'APP_EXISTS'],
      },
    })
    .input(appConfirmationSchema)
    .output(recoveryCodesSchema)
    .mutation(({ ctx, input }) => ctx.services.factors.confirmApp(ctx.actor, input.code)),

  remove: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/authenticator-app/remove',
        tags,
        summary: 'Remove your authenticator app',
        description:
          'Removes the app. If it was your last second factor, your recovery codes and trusted browsers go with it, and your password alone signs you in.',
        successStatus: 204,
        errors: ['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'TWO_FACTOR_NOT_FOUND', 'RATE_LIMITED'],
      },
    })
    .input(passwordConfirmationSchema)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      await ctx.services.factors.removeApp(ctx.actor, input.password);
    }),
});

export const recoveryCodesRouter = router({
  renew: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/me/recovery-codes',
        tags,
        summary: 'Make new recovery codes',
        description: 'Replaces all of your recovery codes. Only this response contains the new ones. Each works once.',
        successStatus: 201,
        noStore: true,
        errors: ['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'TWO_FACTOR_NOT_FOUND', 'RATE_LIMITED'],
      },
    })
    .input(passwordConfirmationSchema)
    .output(recoveryCodesSchema)
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      return ctx.services.factors.renewRecoveryCodes(ctx.actor, input.password);
    }),
});

export const trustedDevicesRouter = router({
  end: accountProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/me/trusted-devices/{id}',
        tags,
        summary: 'End the trust in a browser',
        description: 'The next sign-in in this browser needs a second step again. Sessions continue.',
        successStatus: 204,
        errors: ['DEVICE_NOT_FOUND'],
      },
    })
    .input(trustedDeviceTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.factors.endTrust(ctx.actor, input.id)),
});
