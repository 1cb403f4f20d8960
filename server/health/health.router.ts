import { adminProcedure, publicProcedure, router } from '#server/rpc/trpc.ts';
import { healthReportSchema, rendererFactsSchema } from '#shared/health.ts';
import type { HealthService } from './health.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly health: HealthService;
  }
}

/** The REST form is a separate route, because a degraded report is a 503 with the same body. */
export const healthRouter = router({
  get: publicProcedure.output(healthReportSchema).query(({ ctx }) => ctx.services.health.report()),
  renderer: adminProcedure.output(rendererFactsSchema).query(({ ctx }) => ctx.services.health.renderer()),
});
