import { type RequestHandler, Router } from 'express';
import { AppError } from '#server/errors.ts';
import { nameRoute } from './route-names.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One route of the REST API, either made from a procedure or a raw handler. `path` is in Express form, below `/api`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The content type of the response. Requests that do not accept it get a 406. */
  readonly produces?: 'application/json' | 'text/html';
  readonly handler: RequestHandler;
}

/**
 * Mounts all routes, each behind `guards`. A method that a path does not have gets a 405 with `Allow`, and `OPTIONS` gets a 204
 * with the same list. Errors in the address come first, so that guards are not called for paths that do not exist.
 */
export function routeTable(routes: readonly Route[], ...guards: readonly RequestHandler[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const mounted = router.route(path).all(nameFrom(path));
    for (const { method, produces, handler } of atPath) mounted[method](...guards, acceptable(produces), handler);
    const allowed = allowedMethods(atPath.map((route) => route.method));
    mounted.options(optionsOf(allowed));
    mounted.all(methodNotAllowed(allowed));
  }
  return router;
}

function nameFrom(path: string): RequestHandler {
  const name = `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return (_request, response, next) => {
    nameRoute(response, name);
    next();
  };
}

function acceptable(produces: Route['produces']): RequestHandler {
  return (request, _response, next) => {
    // Some clients also name the charset.
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

/** Answers `OPTIONS`, including preflight requests of other origins. `cors.ts` decides which origins are allowed. */
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
