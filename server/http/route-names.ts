import type { IncomingMessage, ServerResponse } from 'node:http';
import { loggablePath } from './access-log.ts';

const NAME = Symbol('route name');

type Named = ServerResponse & { [NAME]?: string };

/** Names the route that answers a request, as a template such as `/api/decks/{id}`. */
export function nameRoute(response: Named, name: string): void {
  response[NAME] = name;
}

/** The paths that are not routes of the API, by how they begin. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^\/play\//i, '/play/{token}/{path}'],
  [/^\/assets\//, '/assets/{file}'],
  [/^\/s\//, '/s/{token}'],
  [/^\/embed\//, '/embed/{token}'],
  [/^\/t\//, '/t/{code}'],
  [/^\/api\/trpc(?:\/|$)/, '/api/trpc/{unknown}'],
  [/^\/api(?:\/|$)/, '/api/{unknown}'],
];

/** The template of the route that a request was for. There is a fixed number of them, whatever clients request, and they hold nothing of an address. */
export function routeNameOf(request: IncomingMessage, response: Named): string {
  const named = response[NAME];
  if (named !== undefined) return named;
  const path = loggablePath(request.url ?? '');
  return OTHERS.find(([beginning]) => beginning.test(path))?.[1] ?? '/{page}';
}
