import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { Context, Services } from './api/context.ts';
import { openApiRoute } from './api/openapi/openapi.route.ts';
import { restBridge } from './api/rest-bridge.ts';
import { trpcHandlers } from './api/trpc-handlers.ts';
import type { AuthService } from './auth/auth.service.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { RateLimits } from './auth/rate-limits.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { blobRoute } from './decks/blob.route.ts';
import { uploadRoute } from './decks/upload.route.ts';
import type { UploadService } from './decks/upload.service.ts';
import { healthRoute } from './health/health.route.ts';
import { accessLog } from './http/access-log.ts';
import { errorHandler, unknownRoute } from './http/envelope.ts';
import { originCheck } from './http/origin-check.ts';
import type { OwnOrigins } from './http/own-origins.ts';
import { assignRequestId, requestIdOf } from './http/request-id.ts';
import { routeTable } from './http/routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { playbackRouter } from './playback/playback.route.ts';
import { thumbnailRoute } from './playback/thumbnail.route.ts';
import type { BlobStore } from './storage/blob-store.ts';

/** The web application: built files, or the development server's middleware. */
export interface WebApp {
  readonly handler: RequestHandler;
  readonly hotReload: boolean;
  /** The script that is put into slides. */
  readonly bridge: string;
}

export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly origins: OwnOrigins;
  readonly services: Services;
  readonly uploads: UploadService;
  readonly blobs: BlobStore;
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly limits: RateLimits;
  readonly webApp: WebApp;
}

/** The floor plan: everything that answers, in the order in which it is asked. */
export function createApp(parts: Parts): Express {
  const { config, log, origins, services, uploads, blobs, auth, sessions, limits } = parts;
  const createContext = contextFactory(parts);
  const { stagingDir, maxBytes, minFreeBytes } = config.uploads;

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  app.use(assignRequestId, accessLog(log));
  app.use('/play', playbackRouter({ playback: services.playback, blobs, origins, bridge: parts.webApp.bridge }));
  app.use(securityHeaders(origins, { hotReload: parts.webApp.hotReload }));
  app.use('/api', originCheck(origins.has));
  app.use('/api/trpc', trpcHandlers(createContext, config.annotationMaxBytes));
  app.use(
    '/api',
    routeTable([
      healthRoute(services.health),
      ...authRoutes({ auth, sessions, limits }),
      uploadRoute({ sessions, uploads, stagingDir, maxBytes, minFreeBytes, freeBytes: () => blobs.freeBytes() }),
      blobRoute({ sessions, decks: services.decks, blobs }),
      thumbnailRoute({ sessions, playback: services.playback, blobs }),
      openApiRoute(),
      ...restBridge({ createContext, annotationMaxBytes: config.annotationMaxBytes }),
    ]),
    unknownRoute,
  );
  app.use(parts.webApp.handler, unknownRoute);
  app.use(errorHandler(log));
  return app;
}

function contextFactory({ sessions, services, origins }: Parts) {
  return async (request: Request, response: Response): Promise<Context> => ({
    actor: await sessions.actorOf(request.headers),
    services,
    requestId: requestIdOf(response),
    origin: origins.ofHost(request.get('host')),
  });
}
