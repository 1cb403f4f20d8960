import type { Request, RequestHandler, Response } from 'express';
import { AppError, unauthenticated } from '#server/errors.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { addressOf, isLoopback } from '#server/http/client-address.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import { passwordChangeSchema, signInSchema } from '#shared/accounts.ts';
import { passkeySignInSchema } from '#shared/passkeys.ts';
import { secondStepSchema } from '#shared/two-factor.ts';
import { JSON_BODY_MAX_BYTES } from '#shared/limits.ts';
import { passwordResetRequestSchema, passwordResetSchema } from '#shared/password-resets.ts';
import type { AuthService } from './auth.service.ts';
import { clientOf } from './client.ts';
import { challengeKeyOf } from './factors/challenges.ts';
import type { PasskeysService } from './factors/passkeys.service.ts';
import type { SecondStepService } from './factors/second-step.service.ts';
import type { Endings } from './endings.ts';
import type { KnownDevices } from './known-devices.ts';
import type { OidcProvider } from './oidc/oidc-provider.ts';
import { providerMark } from './oidc/provider-mark.ts';
import type { PasswordResets } from './password-resets.ts';
import { networkOf } from '#server/http/network.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ResetMails } from './reset-mails.ts';
import type { Admission, SessionOpener } from './session-opener.ts';
import type { Sessions } from './sessions.ts';
import { SignInLimits } from './sign-in-limits.ts';

interface Dependencies {
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly limits: RateLimits;
  readonly devices: KnownDevices;
  /** Whether the application is used over https. */
  readonly isSecure: boolean;
  readonly secondStep: SecondStepService;
  readonly passkeys: PasskeysService;
  readonly resets: PasswordResets;
  readonly resetMails: ResetMails;
  /** What a user may end together with a new password. */
  readonly endings: Endings;
  /** Whether people can sign in with a password. */
  readonly hasPasswords: boolean;
  readonly opener: SessionOpener;
  /** The sign-in provider; null: there is none. */
  readonly provider: Pick<OidcProvider, 'signOutUrl'> | null;
  /** The address of the application. */
  readonly baseUrl: string;
}

/** The routes that set or clear the session cookie, which procedures cannot do. */
export function authRoutes(dependencies: Dependencies): Route[] {
  const { auth, sessions, limits, devices, secondStep, passkeys, resetMails, endings } = dependencies;
  const signInLimits = new SignInLimits(limits, devices);

  /** Adds the device cookie, by which the account will recognize this browser, and answers. */
  const enter = (request: Request, response: Response, admission: Admission) => {
    admission.headers.append('Set-Cookie', devices.remember(request.headers.cookie, admission.user.id));
    admit(response, admission);
  };

  const signIn: RequestHandler = async (request, response) => {
    auth.requirePasswords();
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const network = networkOf(addressOf(request));
    const { giveBack, entered } = await auth.inTurn(async () => {
      await limits.spend('signInByAddress', network, response, () => auth.recordLimited(null));
      const credentials = parsed(signInSchema, value);
      const { email } = credentials;
      const attempt = { email, userId: await auth.userIdOf(email), network, cookie: request.headers.cookie };
      return {
        giveBack: await signInLimits.spend(attempt, response, () => auth.recordLimited(email)),
        entered: await auth.signIn(credentials, clientOf(request)),
      };
    });
    await giveBack();
    if ('user' in entered) return enter(request, response, entered);
    response.append('Set-Cookie', entered.cookie);
    throw new AppError('TWO_FACTOR_REQUIRED', 'The password is right. This account also needs a second step to sign in.', {
      methods: entered.methods,
    });
  };

  const signUp: RequestHandler = async (request, response) => {
    await limits.spend('joinByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    enter(request, response, await auth.signUp(value, clientOf(request)));
  };

  const changePassword: RequestHandler = async (request, response) => {
    auth.requirePasswords();
    const { cookie } = ofBrowser(request);
    const actor = cookie === undefined ? null : await sessions.actorOf({ cookie });
    if (actor === null) throw unauthenticated();
    await limits.spend('passwordByAccount', actor.userId, response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const change = parsed(passwordChangeSchema, value);
    admit(response, await auth.changePassword(actor, change, endings, clientOf(request)));
  };

  const getSession: RequestHandler = async (request, response) => {
    const { body, headers } = await sessions.current(ofBrowser(request));
    answer(response, body, headers);
  };

  return [
    { method: 'post', path: '/auth/sign-in/email', produces: 'application/json', handler: signIn },
    {
      method: 'post',
      path: '/auth/sign-in/second-step',
      produces: 'application/json',
      handler: takeSecondStep({ limits, secondStep, enter }),
    },
    ...passkeyRoutes({ limits, passkeys, enter }),
    { method: 'post', path: '/auth/sign-up/email', produces: 'application/json', handler: signUp },
    { method: 'post', path: '/auth/change-password', produces: 'application/json', handler: changePassword },
    {
      method: 'post',
      path: '/auth/request-password-reset',
      produces: 'application/json',
      handler: takeResetRequest({ limits, resetMails }),
    },
    { method: 'post', path: '/auth/reset-password', produces: 'application/json', handler: takePasswordReset(dependencies) },
    { method: 'post', path: '/auth/sign-out', produces: 'application/json', handler: signOut(dependencies) },
    { method: 'get', path: '/auth/get-session', produces: 'application/json', handler: getSession },
  ];
}

interface SecondStepParts extends Pick<Dependencies, 'limits' | 'secondStep'> {
  /** Sets the cookies of a session and answers. */
  readonly enter: (request: Request, response: Response, admission: Admission) => void;
}

function signOut({
  auth,
  sessions,
  isSecure,
  provider,
  baseUrl,
}: Pick<Dependencies, 'auth' | 'sessions' | 'isSecure' | 'provider' | 'baseUrl'>): RequestHandler {
  const mark = providerMark(isSecure);
  return async (request, response) => {
    const { cookie } = ofBrowser(request);
    const actor = cookie === undefined ? null : await sessions.actorOf({ cookie });
    if (cookie === undefined || actor === null) throw unauthenticated();
    const headers = await auth.signOut(cookie, actor);
    // The browser may have cached decks. They must not be readable after the user has signed out.
    if (isSecure || isLoopback(request.get('host'))) response.setHeader('Clear-Site-Data', '"cache"');
    const hasMark = mark.read(cookie) !== null;
    const continueAt = hasMark ? provider?.signOutUrl(`${baseUrl}/sign-in`) : null;
    if (hasMark) headers.append('Set-Cookie', mark.clear());
    answer(response, { success: true, ...(continueAt && { continueAt }) }, headers);
  };
}

/** Completes a sign-in for which the password was right. */
function takeSecondStep({ limits, secondStep, enter }: SecondStepParts): RequestHandler {
  return async (request, response) => {
    await limits.spend('secondStepByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const step = parsed(secondStepSchema, value);
    const userId = await secondStep.userIdOf(request.headers.cookie);
    // A recovery code is too long to be guessed. Wrong codes of the app must not keep its owner from using one.
    const spent = step.method === 'code' ? (['secondStepByAccount', 'secondStepByDay'] as const) : [];
    for (const name of spent) await limits.spend(name, userId, response, () => secondStep.recordLimited(userId));
    const admission = await secondStep.take(step, clientOf(request));
    for (const name of spent) await limits.giveBack(name, userId);
    enter(request, response, admission);
  };
}

type PasskeyParts = Pick<Dependencies, 'limits' | 'passkeys'> & Pick<SecondStepParts, 'enter'>;

/** Sign-in with a key: what the browser asks its keys, and what a key has signed. */
function passkeyRoutes({ limits, passkeys, enter }: PasskeyParts): Route[] {
  const request: RequestHandler = async (incoming, response) => {
    await limits.spend('passkeyByAddress', networkOf(addressOf(incoming)), response);
    answer(response, passkeys.request(), new Headers());
  };
  const signIn: RequestHandler = async (incoming, response) => {
    await limits.spend('passkeyByAddress', networkOf(addressOf(incoming)), response);
    const { value } = await readJsonBody(incoming, response, JSON_BODY_MAX_BYTES);
    const signed = parsed(passkeySignInSchema, value);
    await limits.spend('passkeyChallenge', challengeKeyOf(signed.credential), response);
    enter(incoming, response, await passkeys.signIn(signed, clientOf(incoming)));
  };
  return [
    { method: 'post', path: '/auth/sign-in/passkey/options', produces: 'application/json', handler: request },
    { method: 'post', path: '/auth/sign-in/passkey', produces: 'application/json', handler: signIn },
  ];
}

/** Takes what a person asks for who has forgotten their password. */
function takeResetRequest({ limits, resetMails }: Pick<Dependencies, 'limits' | 'resetMails'>): RequestHandler {
  return async (request, response) => {
    resetMails.requirePossible();
    await limits.spend('forgottenByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const wish = parsed(passwordResetRequestSchema, value);
    await limits.spend('forgottenByAccount', wish.email, response);
    resetMails.request(wish);
    answer(response, { success: true }, new Headers());
  };
}

type ResetParts = Pick<Dependencies, 'limits' | 'resets' | 'endings' | 'opener' | 'hasPasswords'>;

/** Sets a new password with a link. */
function takePasswordReset({ limits, resets, endings, opener, hasPasswords }: ResetParts): RequestHandler {
  return async (request, response) => {
    await limits.spend('resetByAddress', networkOf(addressOf(request)), response);
    const { value } = await readJsonBody(request, response, JSON_BODY_MAX_BYTES);
    const owner = await resets.use(parsed(passwordResetSchema, value), endings);
    // The link was made on the server itself. Its operator has no other way to sign in without the provider.
    const admission = hasPasswords ? null : await opener.signIn(owner.id, clientOf(request), ['reset-link'], async () => true);
    answer(response, { success: true }, admission?.headers ?? new Headers());
  };
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
