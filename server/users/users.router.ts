import { z } from 'zod';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { managedUserSchema, userListQuery, userListSchema, userTargetSchema, userUpdateSchema } from '#shared/users.ts';

const tags = ['Users'];
const path = '/admin/users/{id}';

export const usersRouter = router({
  list: adminProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/users', tags, summary: 'Everybody, by address' } })
    .input(userListQuery)
    .output(userListSchema)
    .query(({ ctx, input }) => ctx.services.users.list(input)),

  update: adminProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path,
        tags,
        summary: 'Change role or name, disable or enable',
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
        summary: 'Remove somebody; their decks become yours',
        successStatus: 204,
        errors: ['USER_NOT_FOUND', 'LAST_ADMIN'],
      },
    })
    .input(userTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.users.remove(ctx.actor, input.id)),
});
