import { adminProcedure, router } from '#server/rpc/trpc.ts';
import { backupFactsSchema } from '#shared/backups.ts';
import type { BackupsService } from './backups.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly backups: BackupsService;
  }
}

export const backupsRouter = router({
  facts: adminProcedure.output(backupFactsSchema).query(({ ctx }) => ctx.services.backups.facts()),
});
