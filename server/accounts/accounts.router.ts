import { z } from 'zod';
import { router, sessionProcedure } from '#server/api/trpc.ts';
import { accountRenameSchema, ownSessionListSchema, ownSessionTargetSchema, userSchema } from '#shared/accounts.ts';

const tags = ['Accounts'];

export const accountRouter = router({
  rename: sessionProcedure
    .meta({ openapi: { method: 'PATCH', path: '/auth/user', tags, summary: 'Change your name' } })
    .input(accountRenameSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.accounts.rename(ctx.actor, input.name)),
});

export const sessionsRouter = router({
  list: sessionProcedure
    .meta({ openapi: { method: 'GET', path: '/auth/sessions', tags, summary: 'Where you are signed in' } })
    .output(ownSessionListSchema)
    .query(({ ctx }) => ctx.services.accounts.listSessions(ctx.actor)),

  end: sessionProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions/{id}',
        tags,
        summary: 'Sign out somewhere',
        successStatus: 204,
        errors: ['SESSION_NOT_FOUND'],
      },
    })
    .input(ownSessionTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.accounts.endSession(ctx.actor, input.id)),

  endOther: sessionProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/auth/sessions', tags, summary: 'Sign out everywhere but here', successStatus: 204 },
    })
    .output(z.void())
    .mutation(({ ctx }) => ctx.services.accounts.endOtherSessions(ctx.actor)),
});
