import type { Request } from 'express';
import { type Actor, requireAccess } from '#server/auth/actor.ts';
import { AppError, validationFailed } from '#server/errors.ts';
import { BATCH_CALLS_MAX } from '#shared/limits.ts';
import type { ProcedureDefinition, Procedures } from './procedures.ts';

/** The procedures that a tRPC request calls. */
export interface TrpcCalls {
  /** At least one dotted name. The procedures may not exist. */
  readonly names: readonly string[];
  /** The subscription, if the request calls one, alone and with GET; null for queries and mutations. */
  readonly subscription: string | null;
}

/**
 * Reads which procedures a request calls, as tRPC's own adapter does: the last segment of the address is decoded first and
 * then split. Every check that depends on a procedure's name uses this, so that no spelling of an address avoids it.
 *
 * @throws AppError VALIDATION_FAILED (cannot be decoded, too many calls), NOT_FOUND, METHOD_NOT_ALLOWED (a subscription in a
 *   batch or by another method)
 */
export function trpcCallsOf(request: Request, procedures: Procedures): TrpcCalls {
  const segment = request.path.slice(1);
  // The adapter would read only what follows the last slash.
  if (segment.includes('/')) throw new AppError('NOT_FOUND', 'This procedure does not exist.');
  const path = decoded(segment);
  const isBatch = new URL(request.url, 'http://localhost').searchParams.get('batch') === '1';
  const names = isBatch ? path.split(',') : [path];
  if (names.length > BATCH_CALLS_MAX) {
    throw validationFailed([
      { path: '', message: `A batch can have at most ${BATCH_CALLS_MAX} calls. This one has ${names.length}.` },
    ]);
  }
  const isSubscription = names.some((name) => procedures.get(name)?.type === 'subscription');
  if (!isSubscription) return { names, subscription: null };
  if (isBatch || request.method !== 'GET') {
    throw new AppError('METHOD_NOT_ALLOWED', 'Subscribe with GET, not in a batch.');
  }
  return { names, subscription: path };
}

/**
 * Refuses a POST request if the caller may make none of its calls, so that its body is not read. If some calls are allowed, the request
 * continues, and each call gets its own result.
 *
 * @throws AppError NOT_FOUND, METHOD_NOT_ALLOWED, UNAUTHENTICATED, FORBIDDEN: the error of the first call
 */
export function requireSomeAccess(actor: Actor | null, { names }: TrpcCalls, procedures: Procedures): void {
  const refusals = names.map((name) => refusalOf(actor, procedures.get(name)));
  const [first] = refusals;
  if (first && refusals.every((refusal) => refusal !== null)) throw first;
}

function refusalOf(actor: Actor | null, procedure: ProcedureDefinition | undefined): AppError | null {
  if (procedure === undefined) return new AppError('NOT_FOUND', 'This procedure does not exist.');
  if (procedure.type !== 'mutation') {
    return new AppError('METHOD_NOT_ALLOWED', 'This procedure needs another HTTP method.');
  }
  try {
    requireAccess(actor, { access: procedure.meta?.access ?? 'admin', changes: true });
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw validationFailed([{ path: '', message: 'The address cannot be decoded.' }]);
  }
}
