import { z } from 'zod';
import { currentSessionSchema, passwordChangeSchema, signInSchema, signUpSchema, userSchema } from '#shared/accounts.ts';
import { healthReportSchema, liveReportSchema } from '#shared/health.ts';
import { passwordResetRequestSchema, passwordResetSchema } from '#shared/password-resets.ts';
import { passkeyRequestSchema, passkeySignInSchema } from '#shared/passkeys.ts';
import { secondStepSchema } from '#shared/two-factor.ts';
import type { OperationFacts, Success } from './operation.ts';

const admissionSchema = z
  .object({ user: userSchema })
  .meta({ id: 'Admission', description: 'The response to signing in. The session itself is in the cookie.' });

const signedOutSchema = z
  .object({
    success: z.literal(true).meta({ description: 'Always true.' }),
    continueAt: z.url().optional().meta({
      description: 'Where the browser signs out of the sign-in provider as well, if it has signed in with it.',
    }),
  })
  .meta({ id: 'SignedOut', description: 'The response to signing out.' });

const passwordWasResetSchema = z
  .object({ success: z.literal(true).meta({ description: 'Always true.' }) })
  .meta({ id: 'PasswordWasReset', description: 'The response to setting a new password with a link.' });

const resetRequestedSchema = z
  .object({ success: z.literal(true).meta({ description: 'Always true.' }) })
  .meta({ id: 'PasswordResetRequested', description: 'The response to asking for a link to set a new password.' });

const admitted = (description: string): Success => ({
  description,
  content: { type: 'application/json', schema: admissionSchema },
  headers: ['Cache-Control', 'Set-Cookie'],
});

const NO_STORE = ['Cache-Control'] as const;

/** Routes that set or clear the session cookie. */
export const accountOperations: readonly OperationFacts[] = [
  {
    operationId: 'signIn',
    method: 'post',
    path: '/auth/sign-in/email',
    summary: 'Sign in',
    description:
      'Signs in with an email address and a password, and sets the session cookie. For browsers; programs use an API key. Attempts are limited by address and by account. Accounts with a second factor get `TWO_FACTOR_REQUIRED` and a cookie with which the second step continues.',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: signInSchema },
    success: { 200: admitted('You are signed in. The cookie is set.') },
    errors: ['FORBIDDEN', 'INVALID_CREDENTIALS', 'TWO_FACTOR_REQUIRED', 'RATE_LIMITED'],
  },
  {
    operationId: 'takeSecondStep',
    method: 'post',
    path: '/auth/sign-in/second-step',
    summary: 'Take the second step of a sign-in',
    description:
      'Completes a sign-in that was answered with `TWO_FACTOR_REQUIRED`, within ten minutes and in the same browser. Each code works once; after five wrong codes the sign-in begins again with the password. Attempts are limited by address and by account.',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: secondStepSchema },
    success: { 200: admitted('You are signed in. The cookie is set.') },
    errors: ['SIGN_IN_EXPIRED', 'WRONG_CODE', 'RATE_LIMITED'],
  },
  {
    operationId: 'requestPasskey',
    method: 'post',
    path: '/auth/sign-in/passkey/options',
    summary: 'Begin to sign in with a passkey',
    description:
      'Returns what a browser passes to `navigator.credentials.get`, after `PublicKeyCredential.parseRequestOptionsFromJSON`. It is the same for everybody but for the challenge.',
    tag: 'Accounts',
    access: 'public',
    success: {
      200: {
        description: 'The options for the browser.',
        content: { type: 'application/json', schema: passkeyRequestSchema },
        headers: NO_STORE,
      },
    },
    errors: ['FORBIDDEN', 'RATE_LIMITED'],
  },
  {
    operationId: 'signInWithPasskey',
    method: 'post',
    path: '/auth/sign-in/passkey',
    summary: 'Sign in with a passkey',
    description:
      'Signs in with what a passkey has signed, and sets the session cookie. There is no second step: the person has unlocked the passkey. Attempts are limited by address, and each challenge is accepted once.',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: passkeySignInSchema },
    success: { 200: admitted('You are signed in. The cookie is set.') },
    errors: ['FORBIDDEN', 'PASSKEY_REFUSED', 'RATE_LIMITED'],
  },
  {
    operationId: 'signUp',
    method: 'post',
    path: '/auth/sign-up/email',
    summary: 'Join with an invite',
    description:
      'Creates an account with an invite and signs the user in. The role is that of the invite. The invite is used up only when the account has been created.',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: signUpSchema },
    success: { 200: admitted('The account has been created, and you are signed in. The cookie is set.') },
    errors: ['FORBIDDEN', 'INVITE_REQUIRED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  },
  {
    operationId: 'changePassword',
    method: 'post',
    path: '/auth/change-password',
    summary: 'Change your password',
    description: 'Changes your password and ends all of your sessions. The response starts a new one. API keys keep working.',
    tag: 'Accounts',
    access: 'account',
    body: { type: 'application/json', schema: passwordChangeSchema },
    success: { 200: admitted('The password has been changed. The cookie of the new session is set.') },
    errors: ['FORBIDDEN', 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  {
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/auth/request-password-reset',
    summary: 'Ask for a link to set a new password',
    description:
      'Mails a link to the person with this address with which they set a new password. It works once, for 24 hours, and replaces an earlier link for the same person. The response is the same whether there is such a person or not. Refused if this server sends no mail. Requests are limited by network and by address.',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: passwordResetRequestSchema },
    success: {
      200: {
        description: 'If there is such a person, the link is being sent.',
        content: { type: 'application/json', schema: resetRequestedSchema },
        headers: ['Cache-Control'],
      },
    },
    errors: ['FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
  {
    operationId: 'resetPassword',
    method: 'post',
    path: '/auth/reset-password',
    summary: 'Set a new password with a link',
    description:
      'Sets a new password with a link that an admin has made or that was mailed, uses up the link and ends all sessions of the person. It does not sign them in.',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: passwordResetSchema },
    success: {
      200: {
        description: 'The password has been set.',
        content: { type: 'application/json', schema: passwordWasResetSchema },
        headers: ['Cache-Control'],
      },
    },
    errors: ['FORBIDDEN', 'RESET_LINK_INVALID', 'RATE_LIMITED'],
  },
  {
    operationId: 'signOut',
    method: 'post',
    path: '/auth/sign-out',
    summary: 'Sign out',
    description: 'Ends the session of this request and clears the cookie.',
    tag: 'Accounts',
    access: 'account',
    success: {
      200: {
        description: 'You are signed out. The cookie is cleared.',
        content: { type: 'application/json', schema: signedOutSchema },
        headers: ['Cache-Control', 'Set-Cookie', 'Clear-Site-Data'],
      },
    },
  },
  {
    operationId: 'getSession',
    method: 'get',
    path: '/auth/get-session',
    summary: 'Get the session',
    description:
      'Returns the session and the user of this request, or null if no user is signed in. Sessions in use are extended.',
    tag: 'Accounts',
    access: 'public',
    success: {
      200: {
        description: 'The session, or null.',
        content: { type: 'application/json', schema: currentSessionSchema },
        headers: ['Cache-Control', 'RenewedCookie'],
      },
    },
  },
  {
    operationId: 'downloadOwnData',
    method: 'get',
    path: '/me/archive',
    summary: 'Download your data',
    description:
      'Returns everything that is stored about you as one zip archive: JSON files with your profile, notes, drawings, talks and so on, and the packages of your decks. It contains no passwords, tokens or secrets. One archive at a time, and five in an hour.',
    tag: 'Accounts',
    access: 'session',
    success: {
      200: {
        description: 'The archive.',
        content: { type: 'application/zip' },
        headers: ['Cache-Control', 'Content-Disposition'],
      },
    },
    errors: ['RATE_LIMITED'],
  },
];

const report = (description: string): Success => ({
  description,
  content: { type: 'application/json', schema: healthReportSchema },
  headers: NO_STORE,
});

const openApiSchema = z
  .looseObject({ openapi: z.string().meta({ description: 'The version of the OpenAPI specification.' }) })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI document.' });

const UNCHANGED = 'Nothing has changed since the `ETag` in `If-None-Match`.';

const page = (description: string): Record<number, Success> => ({
  200: { description, content: { type: 'text/html' }, headers: ['Cache-Control', 'ETag'] },
  304: { description: UNCHANGED, headers: ['Cache-Control', 'ETag'] },
});

/** Operations about the service itself. */
export const serviceOperations: readonly OperationFacts[] = [
  {
    operationId: 'getHealth',
    method: 'get',
    path: '/health',
    summary: 'Check the service',
    description:
      'Runs a query and a round trip to the storage, each with a limit of two seconds, and reports the result. For monitoring; the report is never older than one second.',
    tag: 'Service',
    access: 'public',
    success: { 200: report('Everything works.'), 503: report('A part cannot be reached, or the server is stopping.') },
  },
  {
    operationId: 'getLiveness',
    method: 'get',
    path: '/health/live',
    summary: 'Check the process',
    description:
      'Succeeds while the process answers requests, also when the database or the storage is away and while the server starts and stops. For what restarts processes that hang; load balancers use `GET /api/health`.',
    tag: 'Service',
    access: 'public',
    success: {
      200: {
        description: 'The process answers.',
        content: { type: 'application/json', schema: liveReportSchema },
        headers: NO_STORE,
      },
    },
  },
  {
    operationId: 'getOpenApi',
    method: 'get',
    path: '/openapi.json',
    summary: 'Get this document',
    description: 'Returns the OpenAPI 3.1 document of this server, for client generators and other tools.',
    tag: 'Service',
    access: 'public',
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'The document.',
        content: { type: 'application/json', schema: openApiSchema },
        headers: ['Cache-Control', 'ETag'],
      },
      304: { description: UNCHANGED, headers: ['Cache-Control', 'ETag'] },
    },
  },
  {
    operationId: 'getDocs',
    method: 'get',
    path: '/docs',
    summary: 'Read the reference',
    description: 'A page that shows every operation of this document and can send requests. For people.',
    tag: 'Service',
    access: 'public',
    headers: ['IfNoneMatch'],
    success: page('The page.'),
  },
  {
    operationId: 'getGuide',
    method: 'get',
    path: '/docs/guide',
    summary: 'Read the guide',
    description: 'A page that shows how to use this API, with examples. For people.',
    tag: 'Service',
    access: 'public',
    headers: ['IfNoneMatch'],
    success: page('The page.'),
  },
];
