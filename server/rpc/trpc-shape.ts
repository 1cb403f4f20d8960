import type { AppError } from '#server/errors.ts';
import { envelopeOf } from '#server/http/envelope.ts';

/** Codes of JSON-RPC, which tRPC's clients expect in addition to the data of an error. After the second code they try again. */
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** An error in the form of tRPC's clients, with our error as its data. */
export function trpcShapeOf(error: AppError, requestId: string) {
  const code = error.status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
  return { message: error.message, code, data: envelopeOf(error, requestId).error };
}
