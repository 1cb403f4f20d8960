import { z } from 'zod';
import { router, sessionProcedure } from '#server/rpc/trpc.ts';
import { keyCreateSchema, keyListQuery, keyListSchema, keyTargetSchema, newApiKeySchema } from '#shared/keys.ts';
import type { KeysService } from './keys.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly keys: KeysService;
  }
}

const tags = ['API keys'];

export const keysRouter = router({
  list: sessionProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/keys',
        tags,
        summary: 'List your API keys',
        description: 'Lists your API keys, newest first. The list does not contain their secrets.',
      },
    })
    .input(keyListQuery)
    .output(keyListSchema)
    .query(({ ctx, input }) => ctx.services.keys.list(ctx.actor, input)),

  create: sessionProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/keys',
        tags,
        summary: 'Create an API key',
        description: 'Creates an API key for your account. Only this response contains its secret; the server stores a hash.',
        successStatus: 201,
        noStore: true,
        errors: ['LIMIT_REACHED', 'REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
      },
    })
    .input(keyCreateSchema)
    .output(newApiKeySchema)
    .mutation(async ({ ctx, input }) => {
      if (input.password !== undefined) await ctx.spend('passwordByAccount', ctx.actor.userId);
      return ctx.services.keys.create(ctx.actor, input);
    }),

  delete: sessionProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/keys/{id}',
        tags,
        summary: 'Revoke an API key',
        description: 'Revokes a key. Requests with it are refused immediately.',
        successStatus: 204,
        errors: ['KEY_NOT_FOUND'],
      },
    })
    .input(keyTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.keys.revoke(ctx.actor, input.id)),
});
