import express, { type Express } from 'express';
import type { Logger } from 'pino';
import packageJson from '#package' with { type: 'json' };
import { unavailable } from './errors.ts';
import { healthRoute, liveRoute } from './health/health.route.ts';
import { HealthService } from './health/health.service.ts';
import { errorHandler } from './http/envelope.ts';
import { showRequestId } from './http/request-id.ts';
import { routeTable } from './http/routes.ts';

/** Handles requests while the service is being built: the process is alive, health is degraded, and all other requests are UNAVAILABLE. */
export function startingApp(log: Logger): Express {
  const notYet = () => Promise.reject(new Error('the service is starting'));
  const checks = { db: notYet, storage: notYet };
  const health = new HealthService({
    version: packageJson.version,
    checks,
    renderer: () => ({ state: 'starting', browser: null }),
  });
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    showRequestId(response);
    next();
  });
  app.use('/api', routeTable([healthRoute(health), liveRoute]));
  app.use(() => {
    throw unavailable();
  });
  app.use(errorHandler(log));
  return app;
}
