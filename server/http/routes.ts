import { type RequestHandler, Router } from 'express';
import { AppError } from '#server/errors.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One route of the REST side, whether it comes from a procedure or handles bytes itself. `path` in Express form, below `/api`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The content type of what comes back, where a client may ask for others in vain: 406. */
  readonly produces?: 'application/json';
  readonly handler: RequestHandler;
}

/**
 * Mounts all routes, each behind `guards`; a method that a path does not have is 405 with `Allow`, whoever
 * owns the others. What is wrong with the address comes first: a guard says nothing of what is not there.
 */
export function routeTable(routes: readonly Route[], ...guards: readonly RequestHandler[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const mounted = router.route(path);
    for (const { method, produces, handler } of atPath) mounted[method](...guards, acceptable(produces), handler);
    mounted.all(methodNotAllowed(atPath.map((route) => route.method)));
  }
  return router;
}

function acceptable(produces: Route['produces']): RequestHandler {
  return (request, _response, next) => {
    // With its character set as well: some clients name it.
    if (produces === undefined || request.accepts([produces, `${produces}; charset=utf-8`])) return next();
    throw new AppError('NOT_ACCEPTABLE', `This address answers with ${produces}, which your Accept header leaves out.`);
  };
}

function methodNotAllowed(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return (_request, response) => {
    response.setHeader('Allow', allowed.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `This address answers to ${allowed.join(', ')}.`);
  };
}
