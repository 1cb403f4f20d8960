import type { Access } from '#server/auth/actor.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';

/** What the document needs to know of an operation to say how it may refuse. */
export interface OperationTraits {
  readonly access: Access;
  readonly changes: boolean;
  readonly takesJson: boolean;
  readonly takesInput: boolean;
  /** Its own, beside those of its kind. */
  readonly errors: readonly ErrorCode[];
}

/** Error responses by status, each with the codes it may carry. Every one has the envelope's shape. */
export function errorResponses(traits: OperationTraits) {
  const byStatus = Map.groupBy(codesOf(traits), (code) => ERROR_STATUS[code]);
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...(RETRIES.has(status) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }) },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

const RETRIES = new Set<number>([ERROR_STATUS.RATE_LIMITED, ERROR_STATUS.UNAVAILABLE]);

function codesOf({ access, changes, takesJson, takesInput, errors }: OperationTraits): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(takesInput ? (['VALIDATION_FAILED'] as const) : []),
    ...(takesJson ? (['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(access === 'admin' ? (['FORBIDDEN'] as const) : []),
    ...(changes ? (['CROSS_ORIGIN'] as const) : []),
    ...errors,
    'INTERNAL',
    'UNAVAILABLE',
  ];
  return [...new Set(codes)];
}
