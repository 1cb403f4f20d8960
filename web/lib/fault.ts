import type { ErrorCode } from '#shared/errors.ts';

/** What the server says, and the two things that only a client can meet. */
export type FaultCode = ErrorCode | 'OFFLINE' | 'UNEXPECTED';

export interface FaultDetails {
  readonly [name: string]: unknown;
}

/** The one error class of the web application, whichever way a refusal came in. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Any thrown thing as a `Fault`: ours, tRPC's, or a `fetch` that never reached the server. */
export function faultFrom(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  if (isRefusedCall(thrown)) {
    if (thrown.data === undefined || thrown.data === null) return new Fault('OFFLINE', thrown.message);
    return faultFromRecord(thrown.data);
  }
  if (thrown instanceof TypeError) return new Fault('OFFLINE', thrown.message);
  return new Fault('UNEXPECTED', String(thrown));
}

/** Told by its name: its class would bring all of tRPC into the first load. */
function isRefusedCall(thrown: unknown): thrown is Error & { readonly data?: unknown } {
  return thrown instanceof Error && thrown.name === 'TRPCClientError';
}

/** The `error` member of the envelope, or tRPC's `error.data`, which has the same members. */
export function faultFromRecord(record: unknown): Fault {
  if (!isRecord(record) || typeof record['code'] !== 'string') return new Fault('UNEXPECTED', '');
  const { code, message, details } = record;
  // An unknown code is shown as an unexpected one: see `faultWords`. The list itself lives with zod, too heavy to load here.
  return new Fault(code as FaultCode, typeof message === 'string' ? message : '', isRecord(details) ? details : {});
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
