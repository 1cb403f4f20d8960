import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-Id';

/** Gives every response an id that its log lines and its error body repeat. One from outside is not believed. */
export const assignRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(HEADER, randomUUID());
  next();
};

export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER));
}
