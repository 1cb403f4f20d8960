import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { AppError, refusedBySchema, validationFailed } from '#server/errors.ts';
import { envelopeOf, toAppError } from '#server/http/envelope.ts';

/**
 * Converts an error of tRPC to an `AppError`. A BAD_REQUEST with a ZodError means that the input is not valid. A ZodError elsewhere
 * means that our output is not valid, which is a fault of the server.
 */
export function errorOf(error: TRPCError): AppError {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return refusedBySchema(error.cause);
  }
  const isOurs = error.cause instanceof AppError || (error.cause !== undefined && error.code === 'INTERNAL_SERVER_ERROR');
  return isOurs ? toAppError(error.cause) : fromTransport(error);
}

/** Converts anything that a call has thrown to an `AppError`. */
export function thrownError(thrown: unknown): AppError {
  return thrown instanceof TRPCError ? errorOf(thrown) : toAppError(thrown);
}

/** Converts errors of tRPC itself: no such procedure, the wrong method, a body that it cannot read. */
function fromTransport(error: TRPCError): AppError {
  switch (error.code) {
    case 'NOT_FOUND':
      return new AppError('NOT_FOUND', 'This procedure does not exist.');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED', 'This procedure needs another HTTP method.');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".');
    case 'PARSE_ERROR':
      return new AppError('MALFORMED_JSON', 'The input is not valid JSON.');
    case 'BAD_REQUEST':
      if (error.cause instanceof SyntaxError) return new AppError('MALFORMED_JSON', 'The input is not valid JSON.');
      return validationFailed([{ path: '', message: 'The request cannot be read.' }]);
    default:
      return new AppError(
        'INTERNAL',
        'The server failed. If this happens again, tell an admin the request id.',
        {},
        { cause: error },
      );
  }
}

const TRPC_CODES: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** Converts to an error of tRPC. Services throw `AppError` and know nothing about tRPC. */
export function translated(thrown: unknown): TRPCError {
  if (thrown instanceof TRPCError && (thrown.code !== 'INTERNAL_SERVER_ERROR' || thrown.cause === undefined)) return thrown;
  const cause = toAppError(thrown instanceof TRPCError ? thrown.cause : thrown);
  return new TRPCError({ code: TRPC_CODES[cause.status] ?? 'INTERNAL_SERVER_ERROR', cause });
}

/** Codes of JSON-RPC, which tRPC's clients expect in addition to the data of an error. After the second code they try again. */
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** An error in the form of tRPC's clients, with our error as its data. */
export function trpcShapeOf(error: AppError, requestId: string) {
  const code = error.status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
  return { message: error.message, code, data: envelopeOf(error, requestId).error };
}
