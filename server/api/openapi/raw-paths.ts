import { z } from 'zod';
import { currentSessionSchema, signInSchema, signUpSchema, userSchema } from '#shared/accounts.ts';
import { deckDetailSchema, deckTargetSchema, uploadFieldsSchema } from '#shared/decks.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { healthReportSchema } from '#shared/health.ts';
import { versionTargetSchema } from '#shared/versions.ts';
import { errorResponses, type OperationTraits } from './error-responses.ts';

type Access = OperationTraits['access'];

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly success: Record<string, object>;
  readonly errors?: readonly ErrorCode[];
  readonly changes?: boolean;
  readonly json?: z.ZodType;
  readonly form?: z.ZodType;
  readonly path?: z.ZodObject;
}

const packageFile = z.string().meta({ override: { type: 'string', contentMediaType: 'application/octet-stream' } });

const UPLOAD_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'FILE_REQUIRED',
  'IDEMPOTENCY_MISMATCH',
  'UPLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_PACKAGE',
  'INVALID_MANIFEST',
  'UNSAFE_PATH',
  'STORAGE_FULL',
];

const BLOB_RESPONSES = {
  200: bytes('The package', 'application/zip'),
  206: bytes('The part asked for by `Range`', 'application/zip'),
  304: { description: 'Not changed' },
};

/** The routes that are no procedures: those that move bytes or set cookies, and the document itself. */
export const rawPaths = {
  '/health': {
    get: operation({
      operationId: 'health-get',
      summary: 'Whether the service can do its work',
      tag: 'Service',
      access: 'public',
      success: { 200: json('Everything works', healthReportSchema), 503: json('Something is out of reach', healthReportSchema) },
    }),
  },
  '/openapi.json': {
    get: operation({ operationId: 'openapi-get', summary: 'This document', tag: 'Service', access: 'public', success: { 200: json('OpenAPI 3.1', z.looseObject({})) } }),
  },
  '/auth/sign-in/email': {
    post: operation({
      operationId: 'auth-sign-in',
      summary: 'Sign in with address and password',
      tag: 'Accounts',
      access: 'public',
      changes: true,
      json: signInSchema,
      success: { 200: json('Signed in; the cookie is set', z.object({ user: userSchema })) },
      errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
    }),
  },
  '/auth/sign-up/email': {
    post: operation({
      operationId: 'auth-sign-up',
      summary: 'Make an account from an invite',
      tag: 'Accounts',
      access: 'public',
      changes: true,
      json: signUpSchema,
      success: { 200: json('Signed in; the cookie is set', z.object({ user: userSchema })) },
      errors: ['INVITE_REQUIRED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
    }),
  },
  '/auth/sign-out': {
    post: operation({
      operationId: 'auth-sign-out',
      summary: 'End the session',
      tag: 'Accounts',
      access: 'user',
      changes: true,
      success: { 200: json('Signed out; the cookie is cleared', z.object({ success: z.literal(true) })) },
    }),
  },
  '/auth/get-session': {
    get: operation({
      operationId: 'auth-get-session',
      summary: 'Who is signed in, or null',
      tag: 'Accounts',
      access: 'public',
      success: { 200: json('The session', currentSessionSchema) },
    }),
  },
  '/decks': {
    post: operation({
      operationId: 'decks-create',
      summary: 'Upload a package as a new deck',
      tag: 'Decks',
      access: 'user',
      changes: true,
      form: uploadFieldsSchema.extend({ file: packageFile }),
      success: { 201: { ...json('The new deck', deckDetailSchema), headers: { Location: { schema: { type: 'string' } } } } },
      errors: UPLOAD_ERRORS,
    }),
  },
  '/decks/{id}/versions': {
    post: operation({
      operationId: 'versions-create',
      summary: 'Upload a package as the deck\'s new current version',
      tag: 'Versions',
      access: 'user',
      changes: true,
      path: deckTargetSchema,
      form: z.object({ file: packageFile }),
      success: { 201: { ...json('The deck with its new version', deckDetailSchema), headers: { Location: { schema: { type: 'string' } } } } },
      errors: ['DECK_NOT_FOUND', 'FORBIDDEN', ...UPLOAD_ERRORS],
    }),
  },
  '/decks/{id}/versions/{versionId}/blob': {
    get: operation({
      operationId: 'versions-blob',
      summary: 'The package of one version',
      tag: 'Versions',
      access: 'user',
      path: versionTargetSchema,
      success: BLOB_RESPONSES,
      errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
    }),
  },
  '/decks/{id}/blob': {
    get: operation({
      operationId: 'decks-blob',
      summary: 'The package, byte by byte as it was uploaded',
      tag: 'Decks',
      access: 'user',
      path: deckTargetSchema,
      success: BLOB_RESPONSES,
      errors: ['DECK_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
    }),
  },
  '/decks/{id}/thumbnail': {
    get: operation({
      operationId: 'decks-thumbnail',
      summary: 'The package\'s own picture of its first slide',
      tag: 'Decks',
      access: 'user',
      path: deckTargetSchema,
      success: { 200: bytes('The picture', 'image/*'), 304: { description: 'Not changed' } },
      errors: ['DECK_NOT_FOUND', 'THUMBNAIL_NOT_FOUND'],
    }),
  },
};

function operation({ operationId, summary, tag, access, success, json: body, form, path, changes = false, errors = [] }: RawOperation) {
  const content = body ? { 'application/json': { schema: body } } : form ? { 'multipart/form-data': { schema: form } } : undefined;
  return {
    operationId,
    summary,
    tags: [tag],
    security: access === 'public' ? [] : [{ session: [] }],
    ...(path && { requestParams: { path } }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...success,
      ...withoutKeys(errorResponses({ access, changes, takesJson: body !== undefined, takesInput: path !== undefined || body !== undefined, errors }), Object.keys(success)),
    },
  };
}

/** A degraded health report is a 503 of its own shape. */
function withoutKeys(responses: Record<string, object>, keys: readonly string[]): Record<string, object> {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => !keys.includes(status)));
}

function json(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}

function bytes(description: string, type: string) {
  return { description, content: { [type]: { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } } };
}
