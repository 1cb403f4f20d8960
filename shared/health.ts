import { z } from 'zod';

const checkSchema = z
  .enum(['ok', 'error'])
  .meta({ id: 'HealthCheck', description: 'Whether a part of the service can be reached.' });

/** The one success-or-failure report that is not wrapped in the error envelope: monitors read it as it is. */
export const healthReportSchema = z
  .object({
    status: z.enum(['ok', 'degraded']).meta({ description: '`degraded`: a check failed, or the server is stopping.' }),
    version: z.string().meta({ description: 'The version of the server.' }),
    uptimeSeconds: z.number().min(0).meta({ description: 'The number of seconds since the server started.' }),
    checks: z
      .object({
        db: checkSchema.meta({ description: 'The database.' }),
        storage: checkSchema.meta({ description: 'The store of the packages.' }),
      })
      .meta({ id: 'HealthChecks', description: 'The result of each check.' }),
  })
  .meta({ id: 'Health', description: 'Whether the service can do its work.' });
export type HealthReport = z.infer<typeof healthReportSchema>;
