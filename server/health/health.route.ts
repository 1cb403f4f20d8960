import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import type { HealthService } from './health.service.ts';

/** `GET /api/health`: the status code is for monitoring, the body for people. */
export function healthRoute(health: Pick<HealthService, 'report'>): Route {
  return {
    method: 'get',
    path: '/health',
    produces: 'application/json',
    handler: async (_request, response) => {
      const report = await health.report();
      response.setHeader('Cache-Control', 'no-store');
      sendJson(response.status(report.status === 'ok' ? 200 : 503), JSON.stringify(report));
    },
  };
}
