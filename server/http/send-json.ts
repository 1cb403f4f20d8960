import type { ServerResponse } from 'node:http';

/**
 * Sends JSON text that is nobody's state to keep: a refusal, a receipt, a secret. Express's own `send` would
 * put an ETag on it, which says that there is something to come back for, or to name in `If-Match`.
 */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(text);
}
