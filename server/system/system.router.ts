import { adminProcedure, router } from '#server/rpc/trpc.ts';
import { systemSchema } from '#shared/system.ts';
import type { SystemService } from './system.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly system: SystemService;
  }
}

export const systemRouter = router({
  get: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/system',
        tags: ['Service'],
        summary: 'Read the state of the server',
        description:
          'Returns the version, the health of each part, what decks take and who owns them, jobs in the background with the reasons of failures, the last backup, and the limits. The sums of the storage are at most five minutes old.',
        noStore: true,
      },
    })
    .output(systemSchema)
    .query(({ ctx }) => ctx.services.system.facts()),
});
