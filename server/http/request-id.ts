import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const HEADER = 'X-Request-Id';

const ids = new WeakMap<ServerResponse, string>();

/** The id that a response, its log lines and its error body repeat, made when it is first asked for. One from outside is not believed. */
export function requestIdOf(response: ServerResponse): string {
  const known = ids.get(response);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(response, id);
  return id;
}

/** Puts the id into the head of the response. */
export function showRequestId(response: ServerResponse): void {
  response.setHeader(HEADER, requestIdOf(response));
}

/** The same for a head that is written at once, as `writeHead` takes it. */
export function requestIdHead(response: ServerResponse): string[] {
  return [HEADER, requestIdOf(response)];
}
