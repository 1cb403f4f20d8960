import { expect } from 'vitest';
import { type ErrorCode, ERROR_STATUS, errorEnvelopeSchema } from '#shared/errors.ts';
import type { Answer } from './exchange.ts';

/** Expects an error of the product in its envelope, complete and consistent. Returns its details without the request id. */
export function expectRefusal(answer: Answer, code: ErrorCode): Record<string, unknown> {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: ERROR_STATUS[code], body: { error: { code } } });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  // RFC 9110, 11.6.1: every 401 says how to authenticate.
  expect(answer.headers['www-authenticate']).toBe(answer.status === 401 ? 'Bearer realm="Lectern"' : undefined);
  const { error } = errorEnvelopeSchema.strict().parse(answer.body);
  const { requestId, ...details } = error.details;
  expect(requestId).toBe(answer.headers['x-request-id']);
  return details;
}
