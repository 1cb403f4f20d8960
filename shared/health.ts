import { z } from 'zod';

const checkSchema = z
  .enum(['ok', 'error'])
  .meta({ id: 'HealthCheck', description: 'Whether a part of the service can be reached.' });

const rendererSchema = z.enum(['ready', 'starting', 'off', 'unavailable']).meta({
  id: 'RendererState',
  description:
    'Whether pictures of slides are made. `off`: the server has no renderer. `unavailable`: it does not work; the log says why.',
});
export type RendererState = z.infer<typeof rendererSchema>;

export const rendererFactsSchema = z
  .object({
    state: rendererSchema,
    browser: z.string().nullable().meta({
      description: 'Name and version of the browser, as it names itself. Null: there is none, or it has not started yet.',
    }),
  })
  .meta({ id: 'Renderer', description: 'What makes the pictures of slides.' });
export type RendererFacts = z.infer<typeof rendererFactsSchema>;

/** The health report. It has the same form for success and failure, without the error envelope, so that monitors can parse it. */
export const healthReportSchema = z
  .object({
    status: z.enum(['ok', 'degraded']).meta({ description: '`degraded`: a check failed, or the server is stopping.' }),
    version: z.string().meta({ description: 'The version of the server.' }),
    uptimeSeconds: z.number().min(0).meta({ description: 'The number of seconds since the server started.' }),
    checks: z
      .object({
        db: checkSchema.meta({ description: 'The database.' }),
        storage: checkSchema.meta({ description: 'The storage of the packages.' }),
      })
      .meta({ id: 'HealthChecks', description: 'The result of each check.' }),
    renderer: rendererSchema,
  })
  .meta({ id: 'Health', description: 'Whether the service works.' });
export type HealthReport = z.infer<typeof healthReportSchema>;

export const liveReportSchema = z
  .object({ status: z.literal('ok').meta({ description: 'The process answers.' }) })
  .meta({ id: 'Liveness', description: 'The process answers. Database and storage are not asked.' });
export type LiveReport = z.infer<typeof liveReportSchema>;
