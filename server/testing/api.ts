import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Answer, Question } from './exchange.ts';

type Send = (question: Question) => Promise<Answer>;

/** The HTTP API for one caller, whose cookie is sent with every request. */
export interface Api {
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  head(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  /** `body` is sent as JSON; undefined sends none. */
  post(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer>;
  put(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer>;
  delete(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  /** Any other request. `body` is sent unchanged. */
  send(
    method: string,
    path: string,
    options?: { headers?: OutgoingHttpHeaders; body?: Uint8Array | string | Readable },
  ): Promise<Answer>;
}

export function apiOf(send: Send, cookie: string | null): Api {
  const own = cookie === null ? {} : { cookie };
  const call: Api['send'] = (method, path, { headers, body } = {}) =>
    send({ method, path, headers: { ...own, ...headers }, ...(body !== undefined && { body }) });
  const withJson = (method: string) => (path: string, body?: unknown, headers?: OutgoingHttpHeaders) =>
    body === undefined
      ? call(method, path, { ...(headers && { headers }) })
      : call(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const without =
    (method: string) =>
    (path: string, headers: OutgoingHttpHeaders = {}) =>
      call(method, path, { headers });
  return {
    get: without('GET'),
    head: without('HEAD'),
    delete: without('DELETE'),
    post: withJson('POST'),
    put: withJson('PUT'),
    patch: withJson('PATCH'),
    send: call,
  };
}
