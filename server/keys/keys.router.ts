import { z } from 'zod';
import { router, sessionProcedure } from '#server/api/trpc.ts';
import { keyCreateSchema, keyListQuery, keyListSchema, keyTargetSchema, newApiKeySchema } from '#shared/keys.ts';

const tags = ['API keys'];

export const keysRouter = router({
  list: sessionProcedure
    .meta({ openapi: { method: 'GET', path: '/keys', tags, summary: 'Your API keys, newest first' } })
    .input(keyListQuery)
    .output(keyListSchema)
    .query(({ ctx, input }) => ctx.services.keys.list(ctx.actor, input)),

  create: sessionProcedure
    .meta({ openapi: { method: 'POST', path: '/keys', tags, summary: 'Make an API key', successStatus: 201, noStore: true } })
    .input(keyCreateSchema)
    .output(newApiKeySchema)
    .mutation(({ ctx, input }) => ctx.services.keys.create(ctx.actor, input)),

  delete: sessionProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/keys/{id}',
        tags,
        summary: 'Revoke an API key',
        successStatus: 204,
        errors: ['KEY_NOT_FOUND'],
      },
    })
    .input(keyTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.keys.revoke(ctx.actor, input.id)),
});
