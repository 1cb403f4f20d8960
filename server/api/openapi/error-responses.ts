import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { ErrorDetails } from '#server/errors.ts';
import { ERROR_STATUS, type ErrorCode, issueSchema } from '#shared/errors.ts';
import { errorExamples } from './examples.ts';
import { headerReferences } from './headers.ts';
import type { OperationFacts } from './operation.ts';

// The codes of the closed list, which are there: a tuple of at least one.
const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const errorCodeSchema = z.enum(codes).meta({ id: 'ErrorCode', description: 'Stable, for programs. The list may grow.' });

const details: Record<Exclude<keyof ErrorDetails, 'retryAfterSeconds'>, z.ZodType> & { requestId: z.ZodType } = {
  requestId: z.string().meta({ description: 'As in `X-Request-Id`: names this request in the log of the server' }),
  issues: z
    .array(issueSchema.meta({ id: 'Issue' }))
    .optional()
    .meta({ description: 'What is wrong where, one by one' }),
  reason: z.string().optional().meta({ description: "The package format's own code for what is wrong with a package" }),
  path: z.string().optional().meta({ description: 'The path in a package that is not safe' }),
  maxBytes: z.int().optional().meta({ description: 'The limit that was passed' }),
  current: z.unknown().optional().meta({ description: 'The record as it stands, where a precondition failed; null: it is gone' }),
};

/** What we send, exactly; clients are better off reading it less strictly (`errorEnvelopeSchema`). */
const errorSchema = z
  .object({
    error: z.object({
      code: errorCodeSchema,
      message: z.string().meta({ description: 'For people; may change' }),
      details: z.object(details).meta({ id: 'ErrorDetails' }),
    }),
  })
  .meta({ id: 'Error', description: 'What every refusal looks like, whichever part of the server it comes from' });

/** Error responses by status, each with an example for every code that it may carry. */
export function errorResponses(facts: OperationFacts): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(errorCodesOf(facts), (code) => ERROR_STATUS[code]);
  const isLimited = facts.errors?.includes('RATE_LIMITED') === true;
  return Object.fromEntries([...byStatus].map(([status, atStatus]) => [String(status), refusal(status, atStatus, isLimited)]));
}

/** One response for each set of codes, named after it and shared by the operations that have just these. */
const refusals = new Map<string, ZodOpenApiResponseObject>();

function refusal(status: number, atStatus: readonly ErrorCode[], isLimited: boolean): ZodOpenApiResponseObject {
  const id = [...atStatus, ...(isLimited ? ['limited'] : [])].join('.');
  const known = refusals.get(id);
  if (known) return known;
  const described = { id, ...describeRefusal(status, atStatus, isLimited) };
  refusals.set(id, described);
  return described;
}

function describeRefusal(status: number, atStatus: readonly ErrorCode[], isLimited: boolean) {
  const retry = RETRIES.has(status) ? (['Retry-After'] as const) : [];
  const limited = isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : [];
  const range = status === ERROR_STATUS.RANGE_NOT_SATISFIABLE ? (['Content-Range'] as const) : [];
  return {
    description: atStatus.map((code) => `\`${code}\`: ${MEANING[code]}`).join('\n\n'),
    headers: headerReferences(['X-Request-Id', 'Cache-Control', ...retry, ...limited, ...range]),
    content: { 'application/json': { schema: errorSchema, examples: errorExamples(atStatus) } },
  };
}

const RETRIES = new Set<number>([ERROR_STATUS.RATE_LIMITED, ERROR_STATUS.UNAVAILABLE]);

/** Every code that an operation may answer with: those of its kind, and its own. */
export function errorCodesOf({
  access,
  method,
  pathParameters,
  query,
  headers = [],
  body,
  success,
  errors = [],
}: OperationFacts): ErrorCode[] {
  const changes = method !== 'get';
  const takesInput = [pathParameters, query, body].some((input) => input !== undefined) || headers.includes('IfMatch');
  const answersJson = Object.values(success).some(({ content }) => content?.type === 'application/json');
  const found: ErrorCode[] = [
    ...(takesInput ? (['VALIDATION_FAILED'] as const) : []),
    ...(body?.type === 'application/json' ? (['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(access === 'admin' || (access === 'user' && changes) ? (['FORBIDDEN'] as const) : []),
    ...(changes ? (['CROSS_ORIGIN'] as const) : []),
    ...(answersJson ? (['NOT_ACCEPTABLE'] as const) : []),
    ...errors,
    'INTERNAL',
    'UNAVAILABLE',
  ];
  // A degraded health report is a 503 of its own shape: what succeeds at a status does not fail at it.
  return [...new Set(found)]
    .filter((code) => success[ERROR_STATUS[code]] === undefined)
    .toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

const MEANING: Record<ErrorCode, string> = {
  VALIDATION_FAILED: 'the path, the query, a header or the body is out of rule; `details.issues` says what',
  MALFORMED_JSON: 'the body is not JSON in UTF-8',
  FILE_REQUIRED: 'the form has no `file`',
  UNAUTHENTICATED: 'no valid session or key, or a key where a session is wanted',
  INVALID_CREDENTIALS: 'the address or the password is not right',
  FORBIDDEN: 'you may not do that, or your key is for reading only',
  CROSS_ORIGIN: "sent from another site's page",
  INVITE_REQUIRED: 'the invite is missing, unknown, used, revoked, expired, or for another address',
  PAIRING_REQUIRED: 'the code was used, replaced, or its minute is over',
  NOT_FOUND: 'nothing at this address',
  DECK_NOT_FOUND: 'no such deck, or one that you may not see',
  VERSION_NOT_FOUND: 'the deck has no such version',
  SLIDE_NOT_FOUND: 'the deck has no slide at that position',
  INVITE_NOT_FOUND: 'no such invite',
  USER_NOT_FOUND: 'no such person',
  KEY_NOT_FOUND: 'you have no such key',
  THUMBNAIL_NOT_FOUND: 'the package has no picture of its first slide',
  TALK_NOT_FOUND: 'no such talk, or it is over',
  REMOTE_NOT_FOUND: 'no such remote',
  SESSION_NOT_FOUND: 'you have no such session',
  METHOD_NOT_ALLOWED: 'this address answers to other methods',
  NOT_ACCEPTABLE: '`Accept` leaves out JSON, which is all there is',
  EMAIL_TAKEN: 'there is an account with this address',
  INVITE_USED: 'somebody has used it already',
  LAST_ADMIN: 'it would leave nobody in charge',
  VERSION_CHANGED: 'the deck has a newer version than the one you named',
  FOREIGN_ANNOTATION: 'the slide holds an annotation of another program',
  IDEMPOTENCY_MISMATCH: 'the key was used for other bytes',
  PRECONDITION_FAILED: 'somebody has changed it meanwhile; `details.current` is what it is now',
  UPLOAD_TOO_LARGE: 'the package is over `details.maxBytes`',
  PAYLOAD_TOO_LARGE: 'the body is over `details.maxBytes`',
  UNSUPPORTED_MEDIA_TYPE: 'the body is of another content type, character set or encoding',
  RANGE_NOT_SATISFIABLE: 'the part asked for lies behind the end',
  INVALID_PACKAGE: 'not a sound package; `details.reason` says why',
  INVALID_MANIFEST: "the package's manifest is out of rule; `details.issues` says what",
  UNSAFE_PATH: 'the package names a path that leads out of it: `details.path`',
  RATE_LIMITED: 'too many attempts; `Retry-After` says how long to wait',
  INTERNAL: 'a fault of ours; it is in our log under `details.requestId`',
  UNAVAILABLE: 'a part of the service is out of reach for the moment',
  STORAGE_FULL: 'no room is left on the server, or none of your own',
};
