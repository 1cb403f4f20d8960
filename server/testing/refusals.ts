import { expect } from 'vitest';
import { type ErrorCode, ERROR_STATUS, errorEnvelopeSchema } from '#shared/errors.ts';
import { undeclaredAt } from './declared-codes.ts';
import type { Answer } from './exchange.ts';

/**
 * Expects an error of the product in its envelope, complete and consistent, with a code that the API document names for the operation.
 * Returns its details without the request id.
 */
export function expectRefusal(answer: Answer, code: ErrorCode): Record<string, unknown> {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: ERROR_STATUS[code], body: { error: { code } } });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  // RFC 9110, 11.6.1: every 401 says how to authenticate.
  const scheme = code === 'PASSWORD_REQUIRED' ? 'Link' : 'Bearer';
  expect(answer.headers['www-authenticate']).toBe(answer.status === 401 ? `${scheme} realm="Lectern"` : undefined);
  expect(
    answer.asked && undeclaredAt(answer.asked, code),
    'operation of the API document that does not name the code',
  ).toBeFalsy();
  const { error } = errorEnvelopeSchema.strict().parse(answer.body);
  const { requestId, ...details } = error.details;
  expect(requestId).toBe(answer.headers['x-request-id']);
  return details;
}
