import type { oas31 } from 'zod-openapi';
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts';

/** `always`: on every response that names it. Others come when there is something to say. */
const always = (description: string, schema: oas31.SchemaObject): oas31.HeaderObject => ({ description, required: true, schema });
const sometimes = (description: string, schema: oas31.SchemaObject): oas31.HeaderObject => ({ description, schema });
const text: oas31.SchemaObject = { type: 'string' };

/** Response headers that mean something to a client. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': always('The id of this request in the log of the server. Name it when you ask for help.', {
    type: 'string',
    format: 'uuid',
  }),
  'Cache-Control': always('How long the answer may be kept. Answers that hold a secret are `no-store`.', text),
  'Content-Disposition': always('A file name made from the title of the deck (RFC 6266).', text),
  'Content-Length': always('The size of the body in bytes.', { type: 'integer', minimum: 0 }),
  'Content-Range': always('Which bytes these are, and of how many.', { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' }),
  'Accept-Ranges': always('A part can be asked for with `Range`.', { const: 'bytes' }),
  'Repr-Digest': always('The SHA-256 of the whole package (RFC 9530).', {
    type: 'string',
    pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$',
  }),
  ETag: always('Identifies this state. Send it as `If-None-Match` to get 304 while nothing has changed.', text),
  ETagOfChange: always('Identifies the new state, as `If-Match` takes it. For notes and annotations: the revision in quotes.', {
    type: 'string',
    pattern: '^"[\\w-]+"$',
  }),
  Location: always('The address of the deck.', { type: 'string', format: 'uri-reference' }),
  'Set-Cookie': always('The session cookie.', text),
  'Clear-Site-Data': sometimes('Tells the browser to empty its cache. Sent over https and to localhost.', text),
  RenewedCookie: sometimes('The session cookie, extended while it is in use.', text),
  'RateLimit-Policy': sometimes(
    'How many attempts (`q`) are allowed in how many seconds (`w`), or how many uploads at once.',
    text,
  ),
  RateLimit: sometimes('How many attempts or uploads are left (`r`), and in how many seconds (`t`) all attempts are back.', text),
  'WWW-Authenticate': always('How programs authenticate. Browsers sign in.', { type: 'string', pattern: '^Bearer ' }),
  'Retry-After': always('The number of seconds to wait before trying again.', { type: 'integer', minimum: 1 }),
} satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** The header that a component of that name describes. */
function wireNameOf(name: HeaderName): string {
  if (name === 'ETagOfChange') return 'ETag';
  return name === 'RenewedCookie' ? 'Set-Cookie' : name;
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

/** Request headers that mean something. */
export const HEADER_PARAMETERS = {
  IfMatch: parameter(
    'If-Match',
    'The `ETag` that the change is based on, a list of them, or `*` for any existing state. For notes and annotations the tag is the revision in quotes, and `"0"` means that there is none yet. Without it the last writer wins.',
    text,
  ),
  IfNoneMatchOfChange: parameter(
    'If-None-Match',
    '`*`: only if there is none yet. A list of `ETag`s: only if the state is none of these.',
    text,
  ),
  IfNoneMatch: parameter('If-None-Match', 'The `ETag` of what you have. The answer is 304 while nothing has changed.', text),
  Range: parameter(
    'Range',
    'One part of the package, such as `bytes=0-1023`. If several parts are asked for, the whole package is sent.',
    text,
  ),
  IfRange: parameter(
    'If-Range',
    'The `ETag` of the package that you have a part of. If it has changed, the whole package is sent.',
    text,
  ),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Any text that you choose. For 24 hours the same request (file and fields) with the same key gives the first answer instead of a second upload. A first request that is still running is waited for. When the deck was deleted meanwhile, the upload happens again.',
    { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  ),
} satisfies Record<string, oas31.ParameterObject>;

export type ParameterName = keyof typeof HEADER_PARAMETERS;

export function parameterReferences(names: readonly ParameterName[]): oas31.ReferenceObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
