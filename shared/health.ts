import { z } from 'zod';

const checkSchema = z.enum(['ok', 'error']);

/** The one success-or-failure report that is not wrapped in the error envelope: monitors read it as it is. */
export const healthReportSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptimeSeconds: z.number().min(0),
    checks: z.object({ db: checkSchema, storage: checkSchema }),
  })
  .meta({ id: 'Health' });
export type HealthReport = z.infer<typeof healthReportSchema>;
