import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import type { LiveReport } from '#shared/health.ts';
import type { HealthService } from './health.service.ts';

/**
 * `GET /api/health/live`: whether the process answers at all. It asks nothing else, so what restarts processes that hang does not restart
 * them because the database is away. `GET /api/health` says whether the process should get requests.
 */
export const liveRoute: Route = {
  method: 'get',
  path: '/health/live',
  produces: 'application/json',
  handler: (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    sendJson(response, JSON.stringify({ status: 'ok' } satisfies LiveReport));
  },
};

/** `GET /api/health`: the status code is for load balancers and monitoring, the body for people. */
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
