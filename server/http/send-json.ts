import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends JSON text that is nobody's state to keep: a refusal, a receipt, a secret. Express's own `send` would
 * put an ETag on it, which says that there is something to come back for, or to name in `If-Match`.
 */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', JSON_TYPE);
  // `compression` has the head made before Node knows the length, and Node would send the text in chunks.
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Sends JSON text that can be asked for again, with a weak ETag of its content unless it has an ETag; 304 if the client has it already. Express's
 * own `send` does the same with a copy of the text as bytes, which Node then sends apart from the head.
 */
export function sendTaggedJson(request: Request, response: Response, text: string): void {
  // Express's own function, as `app.set('etag')` chose it.
  const weakTagOf = response.app.get('etag fn') as (text: string, encoding: 'utf8') => string;
  if (!response.hasHeader('ETag')) response.setHeader('ETag', weakTagOf(text, 'utf8'));
  if (request.fresh) return void response.status(304).end();
  sendJson(response, text);
}
