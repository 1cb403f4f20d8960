import type { ErrorCode } from '#shared/errors.ts';

/** The server's error codes and two that only occur in the client. */
export type FaultCode = ErrorCode | 'OFFLINE' | 'UNEXPECTED';

export interface FaultDetails {
  readonly [name: string]: unknown;
}

/** The error class of the web application for all failed requests. */
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

/** Converts any thrown value to a `Fault`: a `Fault`, an error of tRPC, or a `fetch` that did not reach the server. */
export function faultFrom(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  if (isRefusedCall(thrown)) {
    if (thrown.cause instanceof Fault) return thrown.cause;
    if (thrown.data === undefined || thrown.data === null) return new Fault('OFFLINE', thrown.message);
    return faultFromRecord(thrown.data);
  }
  if (thrown instanceof TypeError) return new Fault('OFFLINE', thrown.message);
  return new Fault('UNEXPECTED', String(thrown));
}

/** Identified by name, because importing the class would add all of tRPC to the first load. */
function isRefusedCall(thrown: unknown): thrown is Error & { readonly data?: unknown } {
  return thrown instanceof Error && thrown.name === 'TRPCClientError';
}

/** Reads the `error` member of the error envelope, or tRPC's `error.data`, which has the same fields. */
export function faultFromRecord(record: unknown): Fault {
  if (!isRecord(record) || typeof record['code'] !== 'string') return new Fault('UNEXPECTED', '');
  const { code, message, details } = record;
  // `faultWords` shows unknown codes as unexpected. The list of codes is not checked here, because it would add zod to the first
  // load.
  return new Fault(code as FaultCode, typeof message === 'string' ? message : '', isRecord(details) ? details : {});
}

/** Whether a retry may succeed. */
export function isTemporary({ code }: Fault): boolean {
  return ['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED', 'UNEXPECTED', 'UNAUTHENTICATED', 'USER_MISMATCH'].includes(code);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
