import type { RequestHandler } from 'express';
import { AppError } from '#server/errors.ts';
import { bearerOf } from './bearer.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that a page of another site requests. If the browser sends `Sec-Fetch-Site`, that header decides; `same-site` is
 * refused too, because decks play on a sibling host or another port. Otherwise `Origin` decides: it must be one of ours or absent
 * (curl and scripts send none). Requests with an API key pass, because the cookie is ignored then and no page can misuse it.
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
