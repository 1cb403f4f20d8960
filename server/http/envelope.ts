import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isUnavailable } from '#server/db/faults.ts';
import { missingReference } from '#server/db/references.ts';
import { AppError, unavailable, validationFailed } from '#server/errors.ts';
import { StorageFullError, StorageUnavailableError } from '#server/storage/storage-errors.ts';
import type { ErrorEnvelope } from '#shared/errors.ts';
import { stringifyVerbatim } from '#shared/json-text.ts';
import { requestIdOf, showRequestId } from './request-id.ts';
import { sendJson } from './send-json.ts';

/**
 * Turns whatever was thrown into what a client may be told. What the product did not mean to throw
 * becomes INTERNAL (or UNAVAILABLE, when the database or the store is away) and says nothing of its cause.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnavailable(thrown) || thrown instanceof StorageUnavailableError) return unavailable(thrown);
  if (thrown instanceof StorageFullError) {
    return new AppError('STORAGE_FULL', 'The server has no room left.', {}, { cause: thrown });
  }
  const missing = missingReference(thrown);
  if (missing !== null) return missing;
  if (isClientFault(thrown)) return validationFailed([{ path: '', message: 'The request cannot be read.' }]);
  return new AppError(
    'INTERNAL',
    'The server failed. If this happens again, tell an admin the request id.',
    {},
    { cause: thrown },
  );
}

/** Express and its parsers mark what the client did wrong (a bad percent-escape, for one) with a 4xx status. */
function isClientFault(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'status' in thrown &&
    typeof thrown.status === 'number' &&
    thrown.status >= 400 &&
    thrown.status < 500
  );
}

export function envelopeOf(error: AppError, requestId: string): ErrorEnvelope {
  const { retryAfterSeconds: _header, ...details } = error.details;
  return { error: { code: error.code, message: error.message, details: { ...details, requestId } } };
}

/**
 * How to authenticate, which every 401 has to say (RFC 9110, 11.6.1). The session's cookie has no scheme of its own, so this
 * names the one that clients can be told about: API keys (RFC 6750).
 */
const CHALLENGE = 'Bearer realm="Lectern"';

/** Headers of a refusal that follow from the error alone, whatever form its body has. */
export function refusalHeaders({ status, details: { retryAfterSeconds } }: AppError): Record<string, string> {
  return {
    ...(status === 401 && { 'WWW-Authenticate': CHALLENGE }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
}

/** What a handler may have said of the body that it meant to send; `Content-Range` stays, a 416 needs it. */
const BODY_HEADERS = ['Content-Disposition', 'Content-Encoding', 'Content-Length', 'ETag', 'Repr-Digest', 'Accept-Ranges'];

function sendError(response: ServerResponse, error: AppError): void {
  for (const header of BODY_HEADERS) response.removeHeader(header);
  for (const [name, value] of Object.entries(refusalHeaders(error))) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  showRequestId(response);
  response.statusCode = error.status;
  sendJson(response, stringifyVerbatim(envelopeOf(error, requestIdOf(response))));
}

export const unknownRoute: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'There is nothing at this address.');
};

/** First segments of addresses that are not pages of the application, in any spelling. */
const RESERVED = new Set(['api', 'play']);

/**
 * Refuses what looks like the API or a played deck and is neither (`/API/decks`, `/%61pi/decks`): a program that mistypes an
 * address gets a refusal that it can read, not a page of the application.
 */
export const reservedAddresses: RequestHandler = (request, response, next) => {
  const [, first = ''] = request.path.split('/', 2);
  // What cannot be decoded is left to the router, which refuses it.
  const name = first.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return RESERVED.has(name.toLowerCase()) ? unknownRoute(request, response, next) : next();
};

/** What a client is not told of a fault of ours is in the log, under the request's id. */
export function logFault(
  log: Logger,
  error: AppError,
  where: { readonly requestId: string; readonly method: string | undefined },
): void {
  if (error.status < 500) return;
  // Without a cause it is a refusal of ours (the server is starting), and there is nothing to look for.
  log.error({ ...where, ...(error.cause !== undefined && { err: error.cause }) }, error.code);
}

/** The one place where a failed request ends. A response that has begun can only be broken off. */
export function endWithError(thrown: unknown, request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const error = toAppError(thrown);
  logFault(log, error, { requestId: requestIdOf(response), method: request.method });
  if (response.headersSent) response.destroy();
  else sendError(response, error);
}

export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => endWithError(thrown, request, response, log);
}
