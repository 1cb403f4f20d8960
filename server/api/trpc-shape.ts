import type { AppError } from '#server/errors.ts';
import { envelopeOf } from '#server/http/envelope.ts';

/** JSON-RPC's codes, which tRPC's clients expect beside an error's data; after the second they try again. */
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** An error as tRPC's clients read it, with ours as its data. */
export function trpcShapeOf(error: AppError, requestId: string) {
  const code = error.status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
  return { message: error.message, code, data: envelopeOf(error, requestId).error };
}
