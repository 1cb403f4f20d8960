import type { Request, RequestHandler, Response } from 'express';
import { unauthenticated } from '#server/errors.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { addressOf } from '#server/http/client-address.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import { passwordChangeSchema, signInSchema } from '#shared/accounts.ts';
import { JSON_BODY_MAX_BYTES } from '#shared/limits.ts';
import type { Admission, AuthService, Client } from './auth.service.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Sessions } from './sessions.ts';

interface Dependencies {
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly limits: RateLimits;
}

/** The routes that set or clear the session's cookie, which procedures cannot. */
export function authRoutes({ auth, sessions, limits }: Dependencies): Route[] {
  const signIn: RequestHandler = async (request, response) => {
    await limits.spend('signInByAddress', addressOf(request), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const credentials = parsed(signInSchema, value);
    await limits.spend('signInByAccount', credentials.email.toLowerCase(), response);
    admit(response, await auth.signIn(credentials, clientOf(request)));
  };

  const signUp: RequestHandler = async (request, response) => {
    await limits.spend('joinByAddress', addressOf(request), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    admit(response, await auth.signUp(value, clientOf(request)));
  };

  const changePassword: RequestHandler = async (request, response) => {
    const { cookie } = ofBrowser(request);
    const actor = cookie === undefined ? null : await sessions.actorOf({ cookie });
    if (cookie === undefined || actor === null) throw unauthenticated();
    await limits.spend('passwordByAccount', actor.userId, response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    admit(response, await auth.changePassword(cookie, parsed(passwordChangeSchema, value), clientOf(request)));
  };

  const signOut: RequestHandler = async (request, response) => {
    const { cookie } = ofBrowser(request);
    if (cookie === undefined || (await sessions.actorOf({ cookie })) === null) throw unauthenticated();
    answer(response, { success: true }, await auth.signOut(cookie));
  };

  const getSession: RequestHandler = async (request, response) => {
    const { body, headers } = await sessions.current(ofBrowser(request));
    answer(response, body, headers);
  };

  return [
    { method: 'post', path: '/auth/sign-in/email', produces: 'application/json', handler: signIn },
    { method: 'post', path: '/auth/sign-up/email', produces: 'application/json', handler: signUp },
    { method: 'post', path: '/auth/change-password', produces: 'application/json', handler: changePassword },
    { method: 'post', path: '/auth/sign-out', produces: 'application/json', handler: signOut },
    { method: 'get', path: '/auth/get-session', produces: 'application/json', handler: getSession },
  ];
}

function admit(response: Response, { user, headers }: Admission): void {
  answer(response, { user }, headers);
}

function answer(response: Response, body: unknown, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) response.append('Set-Cookie', cookie);
  response.setHeader('Cache-Control', 'no-store');
  sendJson(response, JSON.stringify(body));
}

/** What a browser proves itself with. Beside an API key the cookie is not looked at. */
function ofBrowser({ headers }: Request): { cookie: string | undefined } {
  return { cookie: bearerOf(headers) === null ? headers.cookie : undefined };
}

function clientOf(request: Request): Client {
  return { address: addressOf(request), userAgent: request.get('user-agent') };
}
