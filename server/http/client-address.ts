import type { Request } from 'express';
import { AppError } from '#server/errors.ts';

/** Where a request comes from, as far as `TRUST_PROXY` lets forwarded headers be believed. */
export function addressOf(request: Request): string {
  if (request.ip === undefined) throw new AppError('VALIDATION_FAILED', 'The connection is gone.');
  return request.ip;
}
