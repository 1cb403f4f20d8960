import type { RequestHandler } from 'express';
import { AppError } from '#server/errors.ts';
import { bearerOf } from './bearer.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that another site's page asks for. Browsers that say `Sec-Fetch-Site` are believed;
 * `same-site` is refused with the rest, because a deck on a sister host or another port is one. Others
 * are judged by `Origin`, which must be ours or absent (curl and scripts send none). With a key the cookie
 * is not looked at, so no page can borrow it.
 */
export function originCheck(isOwnOrigin: (origin: string) => boolean): RequestHandler {
  return (request, _response, next) => {
    if (SAFE_METHODS.has(request.method) || bearerOf(request.headers) !== null) return next();
    const { 'sec-fetch-site': site, origin } = request.headers;
    const isOurs = site === undefined ? origin === undefined || isOwnOrigin(origin) : site === 'same-origin' || site === 'none';
    if (!isOurs)
      throw new AppError('CROSS_ORIGIN', 'Changes with a session cookie are accepted only from the pages of this service.');
    return next();
  };
}
