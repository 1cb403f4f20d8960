import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const HEADER = 'X-Request-Id';

/** Gives a response the id that its log lines and its error body repeat. One from outside is not believed. */
export function assignRequestId(response: ServerResponse): void {
  response.setHeader(HEADER, randomUUID());
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER));
}
