import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { setValidationMessages } from '#shared/validation-messages.ts';
import { ownArchiveRoute } from './accounts/own-data/own-archive.route.ts';
import type { OwnDataService } from './accounts/own-data/own-data.service.ts';
import { annotationListRoute } from './annotations/annotation-list.route.ts';
import { drawingExportRoute } from './annotations/drawing.route.ts';
import { AnswerBudget } from './rpc/answer-budget.ts';
import type { Context, Services } from './rpc/context.ts';
import type { EventStreams } from './rpc/event-streams.ts';
import { pageData } from './rest/page-data.ts';
import { DOCS_SCRIPTS, docsRoutes } from './rest/docs/docs.route.ts';
import { openApiRoute } from './rest/openapi/openapi.route.ts';
import { restBridge } from './rest/rest-bridge.ts';
import { appRouter } from './rest/root.router.ts';
import { trpcHandlers } from './rpc/trpc-handlers.ts';
import { inRequest, type RequestScope } from './audit-trail/request-scope.ts';
import type { AuthService } from './auth/auth.service.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { SecondStepService } from './auth/factors/second-step.service.ts';
import type { KnownDevices } from './auth/known-devices.ts';
import { networkOf, wideNetworkOf } from './http/network.ts';
import type { Oidc } from './auth/oidc/build-oidc.ts';
import { oidcRoutes } from './auth/oidc/oidc.routes.ts';
import type { RateLimits } from './auth/rate-limits.ts';
import type { SessionOpener } from './auth/session-opener.ts';
import type { ResetMails } from './auth/reset-mails.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { blobRoutes, sendPackage } from './decks/blob.route.ts';
import { deckArchiveRoute } from './decks/deck-archive.route.ts';
import { newDeckRoute } from './decks/new-deck.route.ts';
import type { NewDeckService } from './decks/new-deck.service.ts';
import { exportFileRoute } from './exports/export-file.route.ts';
import { healthRoute, liveRoute } from './health/health.route.ts';
import { logPerson } from './http/access-log.ts';
import type { PageDataSource } from './http/built-web-app.ts';
import { answersUnderWay } from './http/held-bytes.ts';
import { addressOf, rawAddressOf, trustedProxies, userAgentOf } from './http/client-address.ts';
import { crossOrigin } from './http/cors.ts';
import { dispatcher } from './http/dispatcher.ts';
import { errorHandler, reservedAddresses, unknownRoute } from './http/envelope.ts';
import { originCheck } from './http/origin-check.ts';
import type { OwnOrigins } from './http/own-origins.ts';
import { requestIdOf } from './http/request-id.ts';
import { type Route, routeTable } from './http/routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { RequestWatcher } from './http/watched-requests.ts';
import { linkGrantOf } from './links/link-grant.ts';
import type { LinkEvents } from './links/link-events.ts';
import { linkPages } from './links/link-page.route.ts';
import { visitorClientOf } from './links/visits/visitor-client.ts';
import { shortAddresses } from './links/short-address.route.ts';
import { sharedEventsRoute } from './links/shared-events.route.ts';
import { sharedFileRoutes } from './links/shared-files.route.ts';
import { METRICS_PATH } from './metrics/metrics.route.ts';
import { notesExportRoute } from './notes/notes.route.ts';
import { clientOf } from './playback/client-binding.ts';
import { playbackHandler } from './playback/playback.handler.ts';
import type { Uploads } from './packages/open-uploads.ts';
import type { PlaybackOrigins } from './playback/playback-origins.ts';
import { packageThumbnail, thumbnailRoute } from './playback/thumbnail.route.ts';
import { firstPicture, pictureRoute, slidePicture } from './rendering/picture.route.ts';
import type { BlobStore } from './storage/blob-store.ts';
import { remoteCookieOf } from './talks/remote-cookie.ts';
import { traceRequests } from './tracing/request-spans.ts';
import { newVersionRoute } from './versions/new-version.route.ts';

/** The web application: built files, or the development server's middleware. */
export interface WebApp {
  readonly handler: (dataOf: PageDataSource) => RequestHandler;
  /** The HTML of the page of visitors; null if it was not built. Without it there is none. */
  readonly audiencePage?: () => Promise<string | null>;
  readonly hotReload: boolean;
  /** The paths of its scripts. A folder ends in `/`. */
  readonly scripts: readonly string[];
  /** The scripts inside of its pages, as they are there. No others are run. */
  readonly inlineScripts?: readonly string[];
  /** The script that shows the first slide to visitors, for their page. */
  readonly audienceFirstSlide?: string;
  /** The script that is inserted into slides. */
  readonly bridge: string;
}

/** What measures requests. */
interface Measuring {
  readonly watcher: RequestWatcher;
  /** Answers with what was measured; null: another port does. */
  readonly route: RequestHandler | null;
}

export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly origins: OwnOrigins;
  /** The origins of playback addresses. */
  readonly playbackOrigins: PlaybackOrigins;
  readonly services: Services;
  readonly eventStreams: EventStreams;
  readonly linkEvents: LinkEvents;
  readonly newDecks: NewDeckService;
  readonly uploads: Uploads;
  readonly blobs: BlobStore;
  readonly ownData: OwnDataService;
  readonly auth: AuthService;
  readonly resetMails: ResetMails;
  readonly secondStep: SecondStepService;
  readonly sessions: Sessions;
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  readonly devices: KnownDevices;
  readonly opener: SessionOpener;
  /** Null: no one signs in with a provider. */
  readonly oidc: Oidc | null;
  readonly webApp: WebApp;
  /** Null: nothing is measured. */
  readonly metrics: Measuring | null;
}

/** Mounts all handlers, in the order in which they handle a request. */
export function createApp(parts: Parts): RequestListener {
  const { config, log, origins, playbackOrigins, services, blobs } = parts;
  setValidationMessages();
  const createContext = contextFactory(parts);
  const ownPagesOnly = originCheck(origins.has);

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');

  const { isSecure, base } = origins;
  const { hotReload, scripts, inlineScripts = [] } = parts.webApp;
  const playback = playbackOrigins.sources;
  app.use(securityHeaders({ isSecure, base, playback, scripts: [...scripts, DOCS_SCRIPTS], inlineScripts, hotReload }));
  app.use(compression());
  app.use('/api', rememberRequest);
  app.use('/api', crossOrigin(config.corsOrigins));
  app.use(
    '/api/trpc',
    ownPagesOnly,
    trpcHandlers({
      router: appRouter,
      createContext,
      eventStreams: parts.eventStreams,
      payloadMaxBytes: config.annotationMaxBytes,
      log,
    }),
  );
  app.use('/api', routeTable(apiRoutes(parts), ownPagesOnly), unknownRoute);
  if (parts.metrics?.route) app.get(METRICS_PATH, parts.metrics.route);
  if (parts.oidc) app.use('/oidc', rememberRequest, oidcRoutes({ ...parts, ...parts.oidc, ownPagesOnly }));
  app.use(shortAddresses({ audiences: services.audiences, limits: parts.limits }));
  app.use(
    linkPages({
      shared: services.shared,
      fromOf: playedFrom(parts),
      html: parts.webApp.audiencePage ?? (() => Promise.resolve(null)),
      firstSlide: parts.webApp.audienceFirstSlide ?? '',
      baseUrl: base,
    }),
  );
  app.use(reservedAddresses, parts.webApp.handler(pageData({ createContext, sessions: parts.sessions })), unknownRoute);
  app.use(errorHandler(log));
  const proxies = trustedProxies(config.trustProxy);
  return dispatcher({
    app,
    play: playbackHandler({
      playback: services.playback,
      blobs,
      origins: playbackOrigins,
      clientOf: (request) => clientOf(wideNetworkOf(rawAddressOf(request, proxies)), userAgentOf(request)),
      bridge: parts.webApp.bridge,
    }),
    playsOnly: (host) => playbackOrigins.isReserved(host),
    log,
    watcher: parts.metrics?.watcher ?? null,
    traced: config.tracing.isOn ? traceRequests(proxies) : null,
  });
}

/** Records the request id and the client address for audit events and the log during the request. */
const rememberRequest: RequestHandler = (request, response, next) => {
  const scope: RequestScope = { requestId: requestIdOf(response), address: addressOf(request), personId: null };
  logPerson(response, () => scope.personId);
  inRequest(scope, next);
};

/** All REST routes below `/api`. */
export function apiRoutes(parts: Parts): Route[] {
  const { config, services, newDecks, uploads, blobs, auth, resetMails, secondStep, sessions, authenticator } = parts;
  const { limits, devices } = parts;
  const { decks, versions, playback, slides, notes, annotations } = services;
  const uploading = { authenticator, ...uploads, ...config.uploads };
  return [
    healthRoute(services.health),
    liveRoute,
    ...authRoutes({
      auth,
      secondStep,
      passkeys: services.passkeys,
      sessions,
      limits,
      devices,
      resets: services.passwordResets,
      resetMails,
      endings: { keys: services.keys, remotes: services.remotes },
      isSecure: parts.origins.isSecure,
      hasPasswords: config.auth.hasPasswords,
      opener: parts.opener,
      provider: parts.oidc?.provider ?? null,
      baseUrl: parts.origins.base,
    }),
    newDeckRoute(newDecks, uploading),
    newVersionRoute(versions, decks, uploading),
    ...blobRoutes({ authenticator, decks, blobs }),
    deckArchiveRoute({ authenticator, decks, blobs }),
    ownArchiveRoute(parts),
    thumbnailRoute({ authenticator, playback, blobs, renderedPicture: firstPicture(slides, blobs) }),
    pictureRoute({ authenticator, slides, blobs }),
    ...sharedFileRoutes({
      shared: services.shared,
      sendPackage: (request, response, version) => sendPackage(request, response, version, blobs),
      thumbnailOf: packageThumbnail(playback, blobs),
      pictureOf: slidePicture(slides, blobs),
      drawingsOf: (deckId, versionId) => annotations.sharedList(deckId, versionId),
    }),
    sharedEventsRoute({ shared: services.shared, events: parts.linkEvents }),
    exportFileRoute({ authenticator, exports: services.exports, blobs }),
    notesExportRoute({ authenticator, notes }),
    annotationListRoute({ authenticator, annotations }),
    drawingExportRoute({ authenticator, annotations }),
    openApiRoute(),
    ...docsRoutes(),
    ...restBridge({ createContext: contextFactory(parts), annotationMaxBytes: config.annotationMaxBytes }),
  ];
}

/** Where a request for a playback address comes from. */
function playedFrom({ origins }: Pick<Parts, 'origins'>) {
  return (request: Request): Pick<Context, 'origin' | 'client'> => ({
    origin: origins.ofHost(request.get('host')),
    client: clientOf(wideNetworkOf(addressOf(request)), userAgentOf(request)),
  });
}

function contextFactory({ authenticator, services, origins, limits }: Parts) {
  return async (request: Request, response: Response): Promise<Context> => ({
    actor: await authenticator.actorOf(request.headers),
    services,
    requestId: requestIdOf(response),
    ...playedFrom({ origins })(request),
    remote: remoteCookieOf(request, response, origins),
    preconditions: {},
    answer: new AnswerBudget(() => {
      const held = answersUnderWay.hold(networkOf(addressOf(request)));
      response.once('close', () => held[Symbol.dispose]());
      return held;
    }),
    network: networkOf(addressOf(request)),
    linkGrant: linkGrantOf(request.headers),
    visitorClient: visitorClientOf(request.headers, addressOf(request), userAgentOf(request)),
    spend: (limit, who = networkOf(addressOf(request))) => limits.spend(limit, who, response),
    giveBack: (limit, who = networkOf(addressOf(request))) => limits.giveBack(limit, who),
  });
}
