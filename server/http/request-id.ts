import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export const REQUEST_ID = 'X-Request-Id';

const ID = Symbol('request id');

/** A weak map would keep the id apart, and cost the collector more than all else about a small answer. */
type WithId = ServerResponse & { [ID]?: string };

/** The id that a response, its log lines and its error body repeat, made when it is first asked for. One from outside is not believed. */
export function requestIdOf(response: WithId): string {
  return (response[ID] ??= randomUUID());
}

/** Puts the id into the head of the response. */
export function showRequestId(response: ServerResponse): void {
  response.setHeader(REQUEST_ID, requestIdOf(response));
}
