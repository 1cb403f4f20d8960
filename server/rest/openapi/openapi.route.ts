import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '#server/http/routes.ts';

const DOCUMENT = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');

/** `GET /api/openapi.json`: the committed document. `npm run check` fails if it does not match the code. */
export function openApiRoute(): Route {
  const document = readFileSync(DOCUMENT, 'utf8');
  return {
    method: 'get',
    path: '/openapi.json',
    produces: 'application/json',
    handler: (_request, response) => {
      response.setHeader('Cache-Control', 'public, max-age=300');
      response.type('json').send(document);
    },
  };
}
