import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends JSON text that is not the state of a resource: an error, a receipt, a secret. Express's own `send` would add an ETag, which
 * clients could send in `If-None-Match` or `If-Match`.
 */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', JSON_TYPE);
  // `compression` writes the head before Node knows the length; without this header Node would send the text in chunks.
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Sends JSON text that can be requested again, with a weak ETag of its content unless an ETag is set. Sends a 304 if the client has
 * it already. Express's own `send` does the same but copies the text to bytes, which Node sends separately from the head.
 */
export function sendTaggedJson(request: Request, response: Response, text: string): void {
  // Express's function, as set by `app.set('etag')`.
  const weakTagOf = response.app.get('etag fn') as (text: string, encoding: 'utf8') => string;
  if (!response.hasHeader('ETag')) response.setHeader('ETag', weakTagOf(text, 'utf8'));
  if (request.fresh) return void response.status(304).end();
  sendJson(response, text);
}
