import { type RequestHandler, Router } from 'express';
import { AppError } from '#server/errors.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One route of the REST side, whether it comes from a procedure or handles bytes itself. `path` in Express form, below `/api`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The content type of what comes back, where a client may ask for others in vain: 406. */
  readonly produces?: 'application/json' | 'text/html';
  readonly handler: RequestHandler;
}

/**
 * Mounts all routes, each behind `guards`; a method that a path does not have is 405 with `Allow`, whoever
 * owns the others, and `OPTIONS` is 204 with the same list. What is wrong with the address comes first: a guard says
 * nothing of what is not there.
 */
export function routeTable(routes: readonly Route[], ...guards: readonly RequestHandler[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const mounted = router.route(path);
    for (const { method, produces, handler } of atPath) mounted[method](...guards, acceptable(produces), handler);
    const allowed = allowedMethods(atPath.map((route) => route.method));
    mounted.options(optionsOf(allowed));
    mounted.all(methodNotAllowed(allowed));
  }
  return router;
}

function acceptable(produces: Route['produces']): RequestHandler {
  return (request, _response, next) => {
    // With its character set as well: some clients name it.
    if (produces === undefined || request.accepts([produces, `${produces}; charset=utf-8`])) return next();
    throw new AppError('NOT_ACCEPTABLE', `The answer is ${produces}, which your Accept header excludes.`);
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies readonly Method[];

/** The value of `Allow`. */
function allowedMethods(methods: readonly Method[]): string {
  const named = METHODS.filter((method) => methods.includes(method)).map((method) => method.toUpperCase());
  return [...named.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

/** Answers `OPTIONS`, preflight requests of other origins included; whether those may ask is `cors.ts`'s business. */
export function optionsOf(allowed: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allowed);
    response.status(204).end();
  };
}

function methodNotAllowed(allowed: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allowed);
    throw new AppError('METHOD_NOT_ALLOWED', `This address allows only ${allowed}.`);
  };
}
