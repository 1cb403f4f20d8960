import type { Request, RequestHandler, Response } from 'express';
import { unauthenticated } from '#server/errors.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { addressOf, isLoopback, userAgentOf } from '#server/http/client-address.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import { passwordChangeSchema, signInSchema } from '#shared/accounts.ts';
import { JSON_BODY_MAX_BYTES } from '#shared/limits.ts';
import { passwordResetSchema } from '#shared/password-resets.ts';
import type { Admission, AuthService, Client } from './auth.service.ts';
import type { Endings } from './endings.ts';
import type { KnownDevices } from './known-devices.ts';
import type { PasswordResets } from './password-resets.ts';
import { networkOf } from '#server/http/network.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Sessions } from './sessions.ts';
import { SignInLimits } from './sign-in-limits.ts';

interface Dependencies {
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly limits: RateLimits;
  readonly devices: KnownDevices;
  /** Whether the application is used over https. */
  readonly isSecure: boolean;
  readonly resets: PasswordResets;
  /** What a user may end together with a new password. */
  readonly endings: Endings;
}

/** The routes that set or clear the session cookie, which procedures cannot do. */
export function authRoutes({ auth, sessions, limits, devices, resets, endings, isSecure }: Dependencies): Route[] {
  const signInLimits = new SignInLimits(limits, devices);

  /** Adds the device cookie, by which the account will recognize this browser, and answers. */
  const enter = (request: Request, response: Response, admission: Admission) => {
    admission.headers.append('Set-Cookie', devices.remember(request.headers.cookie, admission.user.id));
    admit(response, admission);
  };

  const signIn: RequestHandler = async (request, response) => {
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const network = networkOf(addressOf(request));
    const { giveBack, admission } = await auth.inTurn(async () => {
      await limits.spend('signInByAddress', network, response, () => auth.recordLimited(null));
      const credentials = parsed(signInSchema, value);
      const { email } = credentials;
      const attempt = { email, userId: await auth.userIdOf(email), network, cookie: request.headers.cookie };
      return {
        giveBack: await signInLimits.spend(attempt, response, () => auth.recordLimited(email)),
        admission: await auth.signIn(credentials, clientOf(request)),
      };
    });
    await giveBack();
    enter(request, response, admission);
  };

  const signUp: RequestHandler = async (request, response) => {
    await limits.spend('joinByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    enter(request, response, await auth.signUp(value, clientOf(request)));
  };

  const changePassword: RequestHandler = async (request, response) => {
    const { cookie } = ofBrowser(request);
    const actor = cookie === undefined ? null : await sessions.actorOf({ cookie });
    if (actor === null) throw unauthenticated();
    await limits.spend('passwordByAccount', actor.userId, response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const change = parsed(passwordChangeSchema, value);
    admit(response, await auth.changePassword(actor, change, endings, clientOf(request)));
  };

  const resetPassword: RequestHandler = async (request, response) => {
    await limits.spend('resetByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    await resets.use(parsed(passwordResetSchema, value), endings);
    answer(response, { success: true }, new Headers());
  };

  const signOut: RequestHandler = async (request, response) => {
    const { cookie } = ofBrowser(request);
    const actor = cookie === undefined ? null : await sessions.actorOf({ cookie });
    if (cookie === undefined || actor === null) throw unauthenticated();
    const headers = await auth.signOut(cookie, actor);
    // The browser may have cached decks. They must not be readable after the user has signed out.
    if (isSecure || isLoopback(request.get('host'))) response.setHeader('Clear-Site-Data', '"cache"');
    answer(response, { success: true }, headers);
  };

  const getSession: RequestHandler = async (request, response) => {
    const { body, headers } = await sessions.current(ofBrowser(request));
    answer(response, body, headers);
  };

  return [
    { method: 'post', path: '/auth/sign-in/email', produces: 'application/json', handler: signIn },
    { method: 'post', path: '/auth/sign-up/email', produces: 'application/json', handler: signUp },
    { method: 'post', path: '/auth/change-password', produces: 'application/json', handler: changePassword },
    { method: 'post', path: '/auth/reset-password', produces: 'application/json', handler: resetPassword },
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

/** The cookie that authenticates a browser. It is ignored when an API key is sent. */
function ofBrowser({ headers }: Request): { cookie: string | undefined } {
  return { cookie: bearerOf(headers) === null ? headers.cookie : undefined };
}

function clientOf(request: Request): Client {
  return { address: addressOf(request), userAgent: userAgentOf(request) };
}
