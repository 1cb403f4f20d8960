import { type RequestHandler, Router } from 'express';
import { AppError } from '#server/errors.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One route of the REST side, whether it comes from a procedure or handles bytes itself. `path` in Express form, below `/api`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly handler: RequestHandler;
}

/** Mounts all routes; a method that a path does not have is 405 with `Allow`, whoever owns the others. */
export function routeTable(routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const mounted = router.route(path);
    for (const { method, handler } of atPath) mounted[method](handler);
    mounted.all(methodNotAllowed(atPath.map((route) => route.method)));
  }
  return router;
}

function methodNotAllowed(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return (_request, response) => {
    response.setHeader('Allow', allowed.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `This address answers to ${allowed.join(', ')}.`);
  };
}
