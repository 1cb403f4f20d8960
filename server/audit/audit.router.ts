import { adminProcedure, router } from '#server/rpc/trpc.ts';
import { auditListQuery, auditListSchema } from '#shared/audit.ts';
import type { AuditService } from './audit.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly audit: AuditService;
  }
}

export const auditRouter = router({
  list: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/audit',
        tags: ['Audit'],
        summary: 'List events',
        description:
          'Lists events about accounts, rights and decks, newest first: sign-ins, refused sign-ins, reached limits of sign-ins, changes of users, API keys and invites, and deletions.',
      },
    })
    .input(auditListQuery)
    .output(auditListSchema)
    .query(({ ctx, input }) => ctx.services.audit.list(input)),
});
