import { z } from 'zod';
import { accountProcedure, publicProcedure, router, sessionProcedure, signedInProcedure } from '#server/rpc/trpc.ts';
import { accountRenameSchema, meSchema, ownSessionListSchema, ownSessionTargetSchema, userSchema } from '#shared/accounts.ts';
import { ownSignInMethodsSchema, signInMethodsSchema } from '#shared/sign-in-methods.ts';
import type { SignInMethodsService } from '#server/auth/sign-in-methods.ts';
import type { AccountsService } from './accounts.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly accounts: AccountsService;
    readonly methods: SignInMethodsService;
  }
}

const tags = ['Accounts'];

export const accountRouter = router({
  rename: sessionProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/auth/user',
        tags,
        summary: 'Change your name',
        description: 'Changes the name that other users see with your decks, notes and drawings.',
      },
    })
    .input(accountRenameSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.accounts.rename(ctx.actor, input.name)),
});

export const meRouter = router({
  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/me',
        tags,
        summary: 'Get your account',
        description: 'Returns the user of this request and the API key, if one was sent.',
      },
    })
    .output(meSchema)
    .query(({ ctx }) => ctx.services.accounts.me(ctx.actor)),
});

export const sessionsRouter = router({
  list: accountProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/sessions',
        tags,
        summary: 'List your sessions',
        description: 'Lists the browsers in which you are signed in, most recently used first.',
      },
    })
    .output(ownSessionListSchema)
    .query(({ ctx }) => ctx.services.accounts.listSessions(ctx.actor)),

  end: accountProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions/{id}',
        tags,
        summary: 'End one of your sessions',
        description: 'Ends a session immediately. Ending the session of this request signs you out.',
        successStatus: 204,
        errors: ['SESSION_NOT_FOUND'],
      },
    })
    .input(ownSessionTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.accounts.endSession(ctx.actor, input.id)),

  endOther: accountProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions',
        tags,
        summary: 'End your other sessions',
        description: 'Ends every session of yours except the one of this request.',
        successStatus: 204,
      },
    })
    .output(z.void())
    .mutation(({ ctx }) => ctx.services.accounts.endOtherSessions(ctx.actor)),
});

export const methodsRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/methods',
        tags,
        summary: 'Get the ways to sign in',
        description:
          'Returns whether people can sign in with a password, and the sign-in provider if there is one. For the sign-in page.',
      },
    })
    .output(signInMethodsSchema)
    .query(({ ctx }) => ctx.services.methods.list()),

  listOwn: sessionProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/user/methods',
        tags,
        summary: 'Get the ways in which you sign in',
        description: 'Returns whether you have a password, and the providers with which you have signed in.',
      },
    })
    .output(ownSignInMethodsSchema)
    .query(({ ctx }) => ctx.services.methods.listOwn(ctx.actor)),
});
