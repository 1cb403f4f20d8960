import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export const REQUEST_ID = 'X-Request-Id';

const ID = Symbol('request id');

/** A WeakMap would also hold the id, but costs the garbage collector more than the rest of a small response. */
type WithId = ServerResponse & { [ID]?: string };

/** The id that a response, its log lines and its error body share. Made on first use; an id sent by the client is ignored. */
export function requestIdOf(response: WithId): string {
  return (response[ID] ??= randomUUID());
}

/** Sets the request id header of the response. */
export function showRequestId(response: ServerResponse): void {
  response.setHeader(REQUEST_ID, requestIdOf(response));
}
