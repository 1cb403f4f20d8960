import type { oas31 } from 'zod-openapi';
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts';

/** `always`: on every response that names it. Others come when there is something to say. */
const always = (description: string, schema: oas31.SchemaObject): oas31.HeaderObject => ({ description, required: true, schema });
const sometimes = (description: string, schema: oas31.SchemaObject): oas31.HeaderObject => ({ description, schema });
const text: oas31.SchemaObject = { type: 'string' };

/** Response headers that mean something to a client. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': always("Names this request in the server's log; name it when you ask for help", {
    type: 'string',
    format: 'uuid',
  }),
  'Cache-Control': always(
    'Answers with a secret in them are `no-store`; others may be kept, and asked about again each time',
    text,
  ),
  'Content-Disposition': always("A file name made of the deck's title (RFC 6266)", text),
  'Content-Length': always('Bytes of the body', { type: 'integer', minimum: 0 }),
  'Content-Range': always('Which bytes these are, of how many', { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' }),
  'Accept-Ranges': always('A part can be asked for with `Range`', { const: 'bytes' }),
  'Repr-Digest': always('SHA-256 of the whole package (RFC 9530)', { type: 'string', pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$' }),
  ETag: always('Names this state; send it back as `If-None-Match` to learn whether it is still the same', text),
  Revision: always('The revision, in quotes: what `If-Match` takes', { type: 'string', pattern: '^"[1-9]\\d*"$' }),
  Location: always('Where the new deck is', { type: 'string', format: 'uri-reference' }),
  'Set-Cookie': always('The session, for browsers', text),
  RenewedCookie: sometimes('The session, prolonged when it is in use', text),
  'RateLimit-Policy': sometimes('How many attempts (`q`) fit in how many seconds (`w`)', text),
  RateLimit: sometimes('How many attempts are left (`r`), and in how many seconds (`t`) they are all back', text),
  'Retry-After': always('Seconds after which it is worth trying again', { type: 'integer', minimum: 1 }),
} satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** The header that a component of that name describes. */
function wireNameOf(name: HeaderName): string {
  if (name === 'Revision') return 'ETag';
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
    'The revision that the change is based on, in quotes; `"0"`: there is none yet. Without it the last one to write wins',
    {
      type: 'string',
      pattern: '^"(0|[1-9][0-9]{0,9})"$',
    },
  ),
  IfNoneMatch: parameter('If-None-Match', 'The `ETag` of what you have: 304 when it is still the same', text),
  Range: parameter('Range', 'One part of the package, such as `bytes=0-1023`; of several parts the whole is sent', text),
  IfRange: parameter(
    'If-Range',
    'The `ETag` of what you have a part of: if it is not the same any more, the whole is sent',
    text,
  ),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Any text of your own. Sending the same bytes with the same key again gives the first answer instead of a second upload, for 24 hours',
    { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  ),
} satisfies Record<string, oas31.ParameterObject>;

export type ParameterName = keyof typeof HEADER_PARAMETERS;

export function parameterReferences(names: readonly ParameterName[]): oas31.ReferenceObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
