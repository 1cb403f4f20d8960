import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { drawingExportRoute } from './annotations/drawing.route.ts';
import type { Context, Services } from './api/context.ts';
import type { EventStreams } from './api/event-streams.ts';
import { docsRoutes } from './api/docs/docs.route.ts';
import { openApiRoute } from './api/openapi/openapi.route.ts';
import { restBridge } from './api/rest-bridge.ts';
import { trpcHandlers } from './api/trpc-handlers.ts';
import type { AuthService } from './auth/auth.service.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { RateLimits } from './auth/rate-limits.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { blobRoutes } from './decks/blob.route.ts';
import { newDeckRoute } from './decks/new-deck.route.ts';
import type { NewDeckService } from './decks/new-deck.service.ts';
import { healthRoute } from './health/health.route.ts';
import { addressOf } from './http/client-address.ts';
import { crossOrigin } from './http/cors.ts';
import { entrance } from './http/entrance.ts';
import { errorHandler, unknownRoute } from './http/envelope.ts';
import { originCheck } from './http/origin-check.ts';
import type { OwnOrigins } from './http/own-origins.ts';
import { requestIdOf } from './http/request-id.ts';
import { type Route, routeTable } from './http/routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Idempotency } from './packages/idempotency.ts';
import { notesExportRoute } from './notes/notes.route.ts';
import { playbackHandler } from './playback/playback.handler.ts';
import type { PlaybackOrigins } from './playback/playback-origins.ts';
import { thumbnailRoute } from './playback/thumbnail.route.ts';
import type { BlobStore } from './storage/blob-store.ts';
import { remoteCookieOf } from './talks/remote-cookie.ts';
import { newVersionRoute } from './versions/new-version.route.ts';

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
  /** Where decks play. */
  readonly playbackOrigins: PlaybackOrigins;
  readonly services: Services;
  readonly eventStreams: EventStreams;
  readonly newDecks: NewDeckService;
  readonly idempotency: Idempotency;
  readonly blobs: BlobStore;
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  readonly webApp: WebApp;
}

/** The floor plan: everything that answers, in the order in which it is asked. */
export function createApp(parts: Parts): RequestListener {
  const { config, log, origins, playbackOrigins, services, blobs } = parts;
  const createContext = contextFactory(parts);
  const ownPagesOnly = originCheck(origins.has);

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');

  const { hotReload } = parts.webApp;
  app.use(securityHeaders({ isSecure: origins.isSecure, playback: playbackOrigins.sources, hotReload }));
  app.use(compression());
  app.use('/api', crossOrigin(config.corsOrigins));
  app.use('/api/trpc', ownPagesOnly, parts.eventStreams.handler(createContext));
  app.use('/api/trpc', trpcHandlers({ createContext, payloadMaxBytes: config.annotationMaxBytes, log }));
  app.use('/api', routeTable(apiRoutes(parts), ownPagesOnly), unknownRoute);
  app.use(parts.webApp.handler, unknownRoute);
  app.use(errorHandler(log));
  return entrance({
    app,
    play: playbackHandler({ playback: services.playback, blobs, origins: playbackOrigins, bridge: parts.webApp.bridge }),
    playsOnly: (host) => playbackOrigins.isReserved(host),
    log,
  });
}

/** The REST side: every route below `/api`, in the order of the floor plan. */
export function apiRoutes(parts: Parts): Route[] {
  const { config, services, newDecks, idempotency, blobs, auth, sessions, authenticator, limits } = parts;
  const { decks, versions, playback, notes, annotations } = services;
  const uploading = { authenticator, idempotency, freeBytes: () => blobs.freeBytes(), ...config.uploads };
  return [
    healthRoute(services.health),
    ...authRoutes({ auth, sessions, limits }),
    newDeckRoute(newDecks, decks, uploading),
    newVersionRoute(versions, decks, uploading),
    ...blobRoutes({ authenticator, decks, blobs }),
    thumbnailRoute({ authenticator, playback, blobs }),
    notesExportRoute({ authenticator, notes }),
    drawingExportRoute({ authenticator, annotations }),
    openApiRoute(),
    ...docsRoutes(),
    ...restBridge({ createContext: contextFactory(parts), annotationMaxBytes: config.annotationMaxBytes }),
  ];
}

function contextFactory({ authenticator, services, origins, limits }: Parts) {
  return async (request: Request, response: Response): Promise<Context> => ({
    actor: await authenticator.actorOf(request.headers),
    services,
    requestId: requestIdOf(response),
    origin: origins.ofHost(request.get('host')),
    remote: remoteCookieOf(request, response, origins),
    spend: (limit) => limits.spend(limit, addressOf(request), response),
  });
}
