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
 * Turns any thrown value into an error that a client may see. An unexpected error becomes INTERNAL (or UNAVAILABLE, when the
 * database or the store cannot be reached) and does not reveal its cause.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  // What failed first is the reason. What was opened for it could not be closed either.
  if (thrown instanceof SuppressedError) return toAppError(thrown.suppressed);
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

/** Express and its parsers mark client errors (such as a bad percent-escape) with a 4xx status. */
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
 * The authentication scheme that every 401 must name (RFC 9110, 11.6.1). The session cookie has no scheme, so this names the
 * scheme of API keys (RFC 6750).
 */
const CHALLENGE = 'Bearer realm="Lectern"';
/** The scheme in which visitors send what they got for the password of a link. */
const LINK_CHALLENGE = 'Link realm="Lectern"';

/** The headers of an error response that depend on the error alone, whatever the form of its body. */
export function refusalHeaders({ code, status, details: { retryAfterSeconds } }: AppError): Record<string, string> {
  return {
    ...(status === 401 && { 'WWW-Authenticate': code === 'PASSWORD_REQUIRED' ? LINK_CHALLENGE : CHALLENGE }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
}

/** Headers that a handler may have set for the body it meant to send. `Content-Range` stays: a 416 needs it. */
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

/** First path segments that are not pages of the application, in any spelling. */
const RESERVED = new Set(['api', 'play']);

/**
 * Refuses addresses that look like the API or a played deck but are neither (`/API/decks`, `/%61pi/decks`). A program that
 * mistypes an address then gets an error it can read, not a page of the application.
 */
export const reservedAddresses: RequestHandler = (request, response, next) => {
  const [, first = ''] = request.path.split('/', 2);
  // An escape that cannot be decoded is left to the router, which refuses it.
  const name = first.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return RESERVED.has(name.toLowerCase()) ? unknownRoute(request, response, next) : next();
};

/** Logs the cause of an internal error, under the request's id. The client is not told the cause. */
export function logFault(
  log: Logger,
  error: AppError,
  where: { readonly requestId: string; readonly method: string | undefined },
): void {
  if (error.status < 500) return;
  // An error without a cause is an intended refusal (the server is starting), so there is nothing to log about it.
  log.error({ ...where, ...(error.cause !== undefined && { err: error.cause }) }, error.code);
}

/** The only place where a failed request ends. If the response has begun, the connection is closed. */
export function endWithError(thrown: unknown, request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const error = toAppError(thrown);
  logFault(log, error, { requestId: requestIdOf(response), method: request.method });
  if (response.headersSent) response.destroy();
  else sendError(response, error);
}

export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => endWithError(thrown, request, response, log);
}
