import type { Route } from '#server/http/routes.ts';

export function openApiRoute(_base: string): Route {
  return { method: 'get', path: '/openapi.json', handler: (_request, response) => void response.json({}) };
}
