import { operations } from '#server/rest/openapi/document.ts';
import { errorCodesOf } from '#server/rest/openapi/error-responses.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Question } from './exchange.ts';

/** Codes that do not depend on the operation. `contract.test.ts` checks them. */
const GENERAL = new Set<ErrorCode>([
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'UNAUTHENTICATED',
  'CROSS_ORIGIN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'UNAVAILABLE',
]);

/** Paths without parameters come first, because Express prefers them, too. */
const OPERATIONS = operations()
  .map((operation) => ({ operation, path: new RegExp(`^/api${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));

/**
 * The id of the operation that answered with a code which the API document does not name for it. Null if it names the code, or if
 * there is no such operation.
 */
export function undeclaredAt({ method = 'GET', path }: Pick<Question, 'method' | 'path'>, code: ErrorCode): string | null {
  if (GENERAL.has(code)) return null;
  const [pathname = ''] = path.split('?', 1);
  const wanted = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const found = OPERATIONS.find(({ operation, path: pattern }) => operation.method === wanted && pattern.test(pathname));
  return found === undefined || errorCodesOf(found.operation).includes(code) ? null : found.operation.operationId;
}
