import type { oas31 } from 'zod-openapi';
import { EXPECTED_USER_HEADER } from '#shared/expected-user.ts';
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts';

/** `always`: every response that lists the header has it. `sometimes`: not every one. */
const always = (description: string, schema: oas31.SchemaObject): oas31.HeaderObject => ({ description, required: true, schema });
const sometimes = (description: string, schema: oas31.SchemaObject): oas31.HeaderObject => ({ description, schema });
const text: oas31.SchemaObject = { type: 'string' };

/** Response headers that clients can use. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': always('The id of this request in the log of the server. Include it when you ask for help.', {
    type: 'string',
    format: 'uuid',
  }),
  'Cache-Control': always('How long the response may be cached. Responses that contain a secret are `no-store`.', text),
  'Content-Disposition': always('A file name made from the title of the deck (RFC 6266).', text),
  'Content-Length': always('The size of the body in bytes.', { type: 'integer', minimum: 0 }),
  'Content-Range': always('Which bytes these are, and of how many.', { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' }),
  'Accept-Ranges': always('`Range` requests are supported.', { const: 'bytes' }),
  'Repr-Digest': always('The SHA-256 of the whole package (RFC 9530).', {
    type: 'string',
    pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$',
  }),
  ETag: always(
    'Identifies this state. If you send it as `If-None-Match`, the response is 304 as long as nothing has changed.',
    text,
  ),
  ETagOfChange: always('Identifies the new state, for `If-Match`. For notes and annotations it is the revision in quotes.', {
    type: 'string',
    pattern: '^"[\\w-]+"$',
  }),
  Location: always('The address of what was created.', { type: 'string', format: 'uri-reference' }),
  'Set-Cookie': always('The session cookie.', text),
  'Clear-Site-Data': sometimes('Tells the browser to empty its cache. Sent over https and to localhost.', text),
  RenewedCookie: sometimes('The session cookie, extended while it is in use.', text),
  PendingCookie: sometimes('The cookie with which the second step continues the sign-in.', text),
  'RateLimit-Policy': sometimes(
    'How many attempts (`q`) are allowed in how many seconds (`w`), or how many uploads at once.',
    text,
  ),
  RateLimit: sometimes(
    'How many attempts or uploads are left (`r`), and in how many seconds (`t`) all of them are available again.',
    text,
  ),
  'WWW-Authenticate': always('How programs authenticate.', { type: 'string', pattern: '^(Bearer|Link) ' }),
  'Retry-After': always('The number of seconds to wait before trying again.', { type: 'integer', minimum: 1 }),
} satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** The name of the header that a component describes. */
function wireNameOf(name: HeaderName): string {
  if (name === 'ETagOfChange') return 'ETag';
  return name === 'RenewedCookie' || name === 'PendingCookie' ? 'Set-Cookie' : name;
}

export function headerReferences(names: readonly HeaderName[]): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [wireNameOf(name), { $ref: `#/components/headers/${name}` }]));
}

const parameter = (name: string, description: string, schema: oas31.SchemaObject): oas31.ParameterObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** Request headers that the server reads. */
export const HEADER_PARAMETERS = {
  IfMatch: parameter(
    'If-Match',
    'The `ETag` that the change is based on, a list of them, or `*` for any existing state. For notes and annotations the tag is the revision in quotes, and `"0"` means that there is none yet. Without this header the last write wins.',
    text,
  ),
  IfNoneMatchOfChange: parameter(
    'If-None-Match',
    '`*`: only if there is none yet. A list of `ETag`s: only if the state is none of these.',
    text,
  ),
  IfNoneMatch: parameter('If-None-Match', 'The `ETag` of your copy. The response is 304 as long as nothing has changed.', text),
  Range: parameter(
    'Range',
    'One part of the package, such as `bytes=0-1023`. If you request several parts, the whole package is sent.',
    text,
  ),
  IfRange: parameter(
    'If-Range',
    'The `ETag` of the package of which you have a part. If it has changed, the whole package is sent.',
    text,
  ),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Any text that you choose. For 24 hours, the same request (file and fields) with the same key returns the first response instead of uploading again. If the first request is still running, the second one waits for it. If the deck has been deleted in the meantime, the package is uploaded again.',
    { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  ),
  ExpectedUser: parameter(
    EXPECTED_USER_HEADER,
    'The id of the user who made the change. If the session or the key is that of another user, the change is refused with 409 `USER_MISMATCH`. For clients that send changes later than they were made.',
    text,
  ),
} satisfies Record<string, oas31.ParameterObject>;

export type ParameterName = keyof typeof HEADER_PARAMETERS;

export function parameterReferences(names: readonly ParameterName[]): oas31.ReferenceObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
