import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import packageJson from '#package' with { type: 'json' };
import { unavailable } from './errors.ts';
import { healthRoute, liveRoute } from './health/health.route.ts';
import { HealthService } from './health/health.service.ts';
import { errorHandler } from './http/envelope.ts';
import { showRequestId } from './http/request-id.ts';
import { routeTable } from './http/routes.ts';

/** How long a request waits for the service to be built. A start without migrations takes one to three seconds. */
const HOLD_MILLISECONDS = 20_000;

interface Start {
  readonly log: Logger;
  /** Resolves with what handles requests when the service is built. */
  readonly built: Promise<RequestListener>;
  /** Aborts when the server must stop before the service is built. */
  readonly signal: AbortSignal;
}

/**
 * Handles requests while the service is being built. The process is alive, and health is degraded. All other requests wait, so that
 * a proxy without health checks can send requests to an instance that restarts; after twenty seconds, or when the server stops, they are UNAVAILABLE.
 */
export function startingListener({ log, built, signal }: Start): RequestListener {
  const app = startingApp(log);
  const later = (): Promise<null> => delay(HOLD_MILLISECONDS, null, { ref: false, signal }).catch(() => null);
  return (request, response) => {
    // If the service cannot be built, the process ends.
    const handler = HEALTH.test(request.url ?? '') ? Promise.resolve(app) : Promise.race([built.catch(() => null), later()]);
    void handler.then((listener) => (listener ?? app)(request, response));
  };
}

const HEALTH = /^\/api\/health(?:\/|\?|$)/;

function startingApp(log: Logger): Express {
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
