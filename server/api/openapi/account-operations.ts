import { z } from 'zod';
import { currentSessionSchema, passwordChangeSchema, signInSchema, signUpSchema, userSchema } from '#shared/accounts.ts';
import { healthReportSchema } from '#shared/health.ts';
import type { OperationFacts, Success } from './operation.ts';

const admissionSchema = z.object({ user: userSchema }).meta({ id: 'Admission' });

const admitted = (description: string): Success => ({
  description,
  content: { type: 'application/json', schema: admissionSchema },
  headers: ['Cache-Control', 'Set-Cookie'],
});

const NO_STORE = ['Cache-Control'] as const;

/** Routes that set or clear the session's cookie. */
export const accountOperations: readonly OperationFacts[] = [
  {
    operationId: 'signIn',
    method: 'post',
    path: '/auth/sign-in/email',
    summary: 'Sign in with address and password',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: signInSchema.meta({ id: 'SignInBody' }) },
    success: { 200: admitted('Signed in; the cookie is set') },
    errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  {
    operationId: 'signUp',
    method: 'post',
    path: '/auth/sign-up/email',
    summary: 'Make an account from an invite',
    tag: 'Accounts',
    access: 'public',
    body: { type: 'application/json', schema: signUpSchema.meta({ id: 'SignUpBody' }) },
    success: { 200: admitted('The account is made and signed in; the cookie is set') },
    errors: ['INVITE_REQUIRED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  },
  {
    operationId: 'changePassword',
    method: 'post',
    path: '/auth/change-password',
    summary: 'Change your password; every session ends but the new one that this answer opens',
    tag: 'Accounts',
    access: 'session',
    body: { type: 'application/json', schema: passwordChangeSchema.meta({ id: 'ChangePasswordBody' }) },
    success: { 200: admitted('Changed; the cookie of the new session is set') },
    errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  {
    operationId: 'signOut',
    method: 'post',
    path: '/auth/sign-out',
    summary: 'End the session',
    tag: 'Accounts',
    access: 'session',
    success: {
      200: {
        description: 'Signed out; the cookie is cleared',
        content: { type: 'application/json', schema: z.object({ success: z.literal(true) }).meta({ id: 'SignedOut' }) },
        headers: ['Cache-Control', 'Set-Cookie'],
      },
    },
  },
  {
    operationId: 'getSession',
    method: 'get',
    path: '/auth/get-session',
    summary: 'Who is signed in, or null',
    tag: 'Accounts',
    access: 'public',
    success: {
      200: {
        description: 'The session',
        content: { type: 'application/json', schema: currentSessionSchema },
        headers: ['Cache-Control', 'RenewedCookie'],
      },
    },
  },
];

const report = (description: string): Success => ({
  description,
  content: { type: 'application/json', schema: healthReportSchema },
  headers: NO_STORE,
});

/** What the service says of itself. */
export const serviceOperations: readonly OperationFacts[] = [
  {
    operationId: 'getHealth',
    method: 'get',
    path: '/health',
    summary: 'Whether the service can do its work',
    tag: 'Service',
    access: 'public',
    success: { 200: report('Everything works'), 503: report('Something is out of reach, or the server is stopping') },
  },
  {
    operationId: 'getOpenApi',
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    tag: 'Service',
    access: 'public',
    headers: ['IfNoneMatch'],
    success: {
      200: {
        description: 'OpenAPI 3.1',
        content: { type: 'application/json', schema: z.looseObject({ openapi: z.string() }) },
        headers: ['Cache-Control', 'ETag'],
      },
      304: { description: 'Still the same', headers: ['Cache-Control', 'ETag'] },
    },
  },
];
