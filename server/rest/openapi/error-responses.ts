import type { oas31 } from 'zod-openapi';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { errorExamples } from './examples.ts';
import { headerReferences } from './headers.ts';
import type { OperationFacts } from './operation.ts';

/**
 * References to the error responses of an operation, by status. Each set of codes is one response, named after the codes. It is added
 * to `responses` and shared by all operations with the same set.
 */
export function errorResponses(
  facts: OperationFacts,
  responses: Record<string, oas31.ResponseObject>,
): Record<string, oas31.ReferenceObject> {
  const byStatus = Map.groupBy(errorCodesOf(facts), (code) => ERROR_STATUS[code]);
  const isLimited = facts.errors?.includes('RATE_LIMITED') === true;
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = [...codes, ...(isLimited ? ['limited'] : [])].join('.');
      responses[name] ??= describeRefusal(status, codes, isLimited);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function describeRefusal(status: number, atStatus: readonly ErrorCode[], isLimited: boolean): oas31.ResponseObject {
  const retry = RETRIES.has(status) ? (['Retry-After'] as const) : [];
  const limited = isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : [];
  const range = status === ERROR_STATUS.RANGE_NOT_SATISFIABLE ? (['Content-Range'] as const) : [];
  const pending = atStatus.includes('TWO_FACTOR_REQUIRED') ? (['PendingCookie'] as const) : [];
  const challenge = status === ERROR_STATUS.UNAUTHENTICATED ? (['WWW-Authenticate'] as const) : [];
  return {
    description: atStatus.map((code) => `\`${code}\`: ${MEANING[code]}`).join('\n\n'),
    headers: headerReferences(['X-Request-Id', 'Cache-Control', ...pending, ...retry, ...limited, ...range, ...challenge]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: errorExamples(atStatus) } },
  };
}

const RETRIES = new Set<number>([ERROR_STATUS.RATE_LIMITED, ERROR_STATUS.UNAVAILABLE]);

/** All error codes of an operation: its own, and those that follow from its kind. */
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
  const isNegotiated = Object.values(success).some(({ content }) => content !== undefined && NEGOTIATED.has(content.type));
  const found: ErrorCode[] = [
    ...(takesInput ? (['VALIDATION_FAILED'] as const) : []),
    ...(body?.type === 'application/json' ? (['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(access === 'admin' || (access === 'user' && changes) ? (['FORBIDDEN'] as const) : []),
    ...(access === 'public' || access === 'account' ? [] : (['TWO_FACTOR_SETUP_REQUIRED'] as const)),
    ...(changes ? (['CROSS_ORIGIN'] as const) : []),
    ...(headers.includes('ExpectedUser') ? (['USER_MISMATCH'] as const) : []),
    ...(isNegotiated ? (['NOT_ACCEPTABLE'] as const) : []),
    ...errors,
    'INTERNAL',
    'UNAVAILABLE',
  ];
  // A status of a success cannot be an error as well: a degraded health report is a 503 with its own body.
  return [...new Set(found)]
    .filter((code) => success[ERROR_STATUS[code]] === undefined)
    .toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

/** Content types whose routes check `Accept`. */
const NEGOTIATED = new Set(['application/json', 'text/html']);

const MEANING: Record<ErrorCode, string> = {
  VALIDATION_FAILED: 'the path, the query, a header or the body is not valid; `details.issues` says what is wrong',
  MALFORMED_JSON: 'the body is not valid JSON in UTF-8',
  FILE_REQUIRED: 'the form has no part `file`',
  UNAUTHENTICATED: 'there is no valid session or API key, or the route needs a session and got a key',
  INVALID_CREDENTIALS: 'the email address or the password is wrong',
  PASSWORD_REQUIRED: 'the link has a password, and there is no valid grant in `Authorization: Link`',
  TWO_FACTOR_REQUIRED: 'the password is right, and the second step is missing; `details.methods` says how it can be taken',
  SIGN_IN_EXPIRED: 'no sign-in waits for its second step: it has expired, or there were too many wrong codes',
  FORBIDDEN: 'you may not do this, or your API key can only read',
  CROSS_ORIGIN: 'a change with a cookie was sent from a page of another site',
  INVITE_REQUIRED: 'the invite is missing, unknown, used, revoked, expired, or for another address',
  RESET_LINK_INVALID: 'the link to set a new password is unknown, used, replaced or expired',
  REAUTHENTICATION_REQUIRED: 'you signed in more than an hour ago; send your `password` as well',
  PAIRING_REQUIRED: 'the pairing code was used, replaced, or has expired',
  WRONG_PASSWORD: 'this is not the password of the link',
  WRONG_CODE: 'the code is wrong, or it was already used',
  PASSKEY_REFUSED: 'the passkey is unknown, was used for something else, or took longer than five minutes',
  TWO_FACTOR_SETUP_REQUIRED: 'the server requires a second factor for this, and you have none',
  NOT_FOUND: 'there is nothing at this address',
  DECK_NOT_FOUND: 'there is no such deck, or you may not see it',
  VERSION_NOT_FOUND: 'the deck has no such version',
  SLIDE_NOT_FOUND: 'the deck has no slide at that position',
  INVITE_NOT_FOUND: 'there is no such invite',
  USER_NOT_FOUND: 'there is no such user, or their account is disabled',
  KEY_NOT_FOUND: 'you have no such API key',
  LINK_NOT_FOUND: 'there is no such link, or it or its deck has been deleted',
  LINK_EXPIRED: 'the link is paused, or its time is over',
  THUMBNAIL_NOT_FOUND: 'there is no picture of the first slide, or not yet',
  PICTURE_NOT_FOUND: 'there is no picture of the slide, or not yet',
  EXPORT_NOT_FOUND: 'you have no such export of this deck, or its time is over',
  COLLECTION_NOT_FOUND: 'the collection does not exist, or you may not see it',
  TALK_NOT_FOUND: 'there is no such talk, or it has ended',
  REMOTE_NOT_FOUND: 'there is no such remote',
  SESSION_NOT_FOUND: 'you have no such session',
  DEVICE_NOT_FOUND: 'you trust no such browser',
  TWO_FACTOR_NOT_FOUND: 'you have no such second factor, or none is being set up',
  METHOD_NOT_ALLOWED: 'the address has other methods; `Allow` lists them',
  NOT_ACCEPTABLE: '`Accept` excludes the content type of the response',
  EMAIL_TAKEN: 'there is already an account with this address',
  INVITE_USED: 'the invite was already used',
  LIMIT_REACHED: 'a limit is reached: `details.limit`, a number of records or bytes; delete some first',
  EXPORT_NOT_READY: 'the export has no file: it is not done yet, or it has failed',
  APP_EXISTS: 'you already have an authenticator app; remove it first',
  LAST_ADMIN: 'there would be no admin left',
  VERSION_CHANGED: 'the version in the request is not the current one',
  FOREIGN_ANNOTATION: 'the slide has an annotation of another program',
  USER_MISMATCH: 'the `Lectern-User` of the request is another user than yours',
  IDEMPOTENCY_MISMATCH: 'the key was already used for another request: another file or other fields',
  PRECONDITION_FAILED: 'the record has changed in the meantime; `details.current` is its current state',
  UPLOAD_TOO_LARGE: 'the package is larger than `details.maxBytes`',
  PAYLOAD_TOO_LARGE: 'the body is larger than `details.maxBytes`',
  UNSUPPORTED_MEDIA_TYPE: 'the content type, the character set or the encoding of the body is not supported',
  RANGE_NOT_SATISFIABLE: 'the range starts after the end',
  INVALID_PACKAGE:
    'the package cannot be read or breaks a rule of the format; `details.reason` says which, and for `E_NOT_ZIP` `details.rule` says why',
  INVALID_MANIFEST: 'the manifest of the package is not valid; `details.issues` says what is wrong',
  UNSAFE_PATH: 'the package names a path that leads out of it: `details.path`',
  RATE_LIMITED: 'there were too many attempts, or too many uploads at once; `Retry-After` says how long to wait',
  INTERNAL: 'the server failed; its log contains the cause with `details.requestId`',
  NOT_IMPLEMENTED: 'the format of the response is not supported',
  NO_RENDERER: 'the server has no browser that renders slides',
  UNAVAILABLE: 'the database or the storage cannot be reached at the moment',
  PICTURE_NOT_READY: 'the picture is being made; ask again after `Retry-After`',
  STORAGE_FULL: 'the server has no space left, or your quota is used up',
};
