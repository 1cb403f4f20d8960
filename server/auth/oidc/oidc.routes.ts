import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { clientOf } from '#server/auth/client.ts';
import type { RateLimits } from '#server/auth/rate-limits.ts';
import { toAppError } from '#server/http/envelope.ts';
import { addressOf } from '#server/http/client-address.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { networkOf } from '#server/http/network.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { parsed } from '#server/http/parsed.ts';
import { sendJson } from '#server/http/send-json.ts';
import { AppError } from '#server/errors.ts';
import { JSON_BODY_MAX_BYTES } from '#shared/limits.ts';
import { oidcStartSchema } from '#shared/sign-in-methods.ts';
import type { OidcRefusalReason } from '#shared/sign-in-refusals.ts';
import type { FlowCookie } from './flow-cookie.ts';
import type { OidcService } from './oidc.service.ts';
import { providerMark, SIGNED_IN_WITH_PROVIDER } from './provider-mark.ts';
import { OidcRefusal } from './refusal.ts';

/** Below the address of the application. Operators register it with the provider. */
const CALLBACK_PATH = '/oidc/callback';

interface Dependencies {
  readonly service: OidcService;
  readonly flows: FlowCookie;
  readonly limits: RateLimits;
  readonly origins: OwnOrigins;
  readonly ownPagesOnly: RequestHandler;
  readonly log: Logger;
}

/**
 * The two steps of a sign-in with the provider. They are for the pages of the application and no part of the API: the first answers a page
 * with the address to go to, the second is opened by the browser and always leads to a page. To be mounted at `/oidc`.
 */
export function oidcRoutes(dependencies: Dependencies): Router {
  const router = Router({ caseSensitive: true });
  router.post('/start', dependencies.ownPagesOnly, begin(dependencies));
  router.get('/callback', finish(dependencies), toSignInPage(dependencies));
  return router;
}

function begin({ service, flows, limits, origins }: Dependencies): RequestHandler {
  return async (request, response) => {
    await limits.spend('oidcByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const redirectUri = `${origins.ofHost(request.get('host'))}${CALLBACK_PATH}`;
    const { url, flow } = await service.begin(parsed(oidcStartSchema, value), redirectUri).catch(toUnavailable);
    response.append('Set-Cookie', await flows.write(flow));
    response.setHeader('Cache-Control', 'no-store');
    sendJson(response, JSON.stringify({ url }));
  };
}

function finish({ service, flows, limits, origins }: Dependencies): RequestHandler {
  const mark = providerMark(origins.isSecure).write(SIGNED_IN_WITH_PROVIDER);
  return async (request, response) => {
    await limits.spend('oidcByAddress', networkOf(addressOf(request)), response);
    const flow = await flows.read(request.headers.cookie);
    if (flow === null) throw new OidcRefusal('expired');
    // Of several requests with the same sign-in, one continues, whichever instance they reach.
    await limits.spend('oidcFlow', flow.state, response).catch(() => {
      throw new OidcRefusal('expired');
    });
    const admission = await service.finish(queryOf(request), flow, clientOf(request));
    for (const line of [...admission.headers.getSetCookie(), flows.clear(), mark]) response.append('Set-Cookie', line);
    redirect(response, flow.to);
  };
}

/** Errors lead to the sign-in page, which says in words what happened. */
function toSignInPage({ flows, log }: Dependencies): ErrorRequestHandler {
  return (fault: unknown, _request, response, next) => {
    if (response.headersSent) return next(fault);
    response.append('Set-Cookie', flows.clear());
    return redirect(response, `/sign-in?refused=${reasonOf(fault, log)}`);
  };
}

function reasonOf(fault: unknown, log: Logger): OidcRefusalReason {
  if (fault instanceof OidcRefusal) return fault.reason;
  const error = toAppError(fault);
  if (error.code === 'RATE_LIMITED') return 'limited';
  log.error({ err: error.cause ?? error }, 'a sign-in with the provider failed');
  return 'failed';
}

function redirect(response: Response, to: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, to);
}

/** The query is what the provider wrote, so it is read from the address itself. */
function queryOf({ originalUrl }: Request): URLSearchParams {
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : originalUrl.slice(start));
}

function toUnavailable(fault: unknown): never {
  if (!(fault instanceof OidcRefusal)) throw fault;
  throw new AppError(
    'UNAVAILABLE',
    'The sign-in provider cannot be reached. Try again in a minute.',
    { reason: 'PROVIDER_UNREACHABLE', retryAfterSeconds: 60 },
    { cause: fault.cause },
  );
}
