import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isUnavailable } from '#server/db/faults.ts';
import { AppError, unavailable, validationFailed } from '#server/errors.ts';
import { StorageFullError, StorageUnavailableError } from '#server/storage/storage-errors.ts';
import type { ErrorEnvelope } from '#shared/errors.ts';
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
    return new AppError('STORAGE_FULL', 'There is no room left for that.', {}, { cause: thrown });
  }
  if (isClientFault(thrown)) return validationFailed([{ path: '', message: 'The request cannot be read.' }]);
  return new AppError('INTERNAL', 'Something went wrong on our side.', {}, { cause: thrown });
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

/** What a handler may have said of the body that it meant to send; `Content-Range` stays, a 416 needs it. */
const BODY_HEADERS = ['Content-Disposition', 'Content-Encoding', 'Content-Length', 'ETag', 'Repr-Digest', 'Accept-Ranges'];

function sendError(response: ServerResponse, error: AppError): void {
  for (const header of BODY_HEADERS) response.removeHeader(header);
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  response.setHeader('Cache-Control', 'no-store');
  showRequestId(response);
  response.statusCode = error.status;
  sendJson(response, JSON.stringify(envelopeOf(error, requestIdOf(response))));
}

export const unknownRoute: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'There is nothing at this address.');
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
