import express, { type Request, type Response } from 'express';
import { AppError, validationFailed } from '#server/errors.ts';
import { JSON_DEPTH_MAX } from '#shared/limits.ts';
import { nestsDeeperThan } from './json-source.ts';

export interface JsonBody {
  readonly value: Record<string, unknown>;
  /** The text it was parsed from. */
  readonly source: string;
}

/**
 * Reads a JSON object. A request without a body reads as `{}`.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_JSON or VALIDATION_FAILED (not an object, nested too deep)
 */
export async function readJsonBody(request: Request, response: Response, maxBytes: number): Promise<JsonBody> {
  if (!hasBody(request)) return { value: {}, source: '{}' };
  if (!isUtf8Json(request)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".');
  }
  return parseJsonObject(decodeUtf8(await readBytes(request, response, maxBytes)));
}

/** @throws AppError MALFORMED_JSON or VALIDATION_FAILED */
function parseJsonObject(source: string): JsonBody {
  if (nestsDeeperThan(source, JSON_DEPTH_MAX)) {
    throw validationFailed([{ path: '', message: `nests deeper than ${JSON_DEPTH_MAX} levels` }]);
  }
  const value = parse(source);
  if (!isObject(value)) throw validationFailed([{ path: '', message: 'must be a JSON object' }]);
  return { value, source };
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function isUtf8Json(request: Request): boolean {
  if (!request.is('application/json')) return false;
  const charset = /;\s*charset=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

async function readBytes(request: Request, response: Response, maxBytes: number): Promise<Uint8Array> {
  const read = express.raw({ type: () => true, limit: maxBytes });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (fault?: unknown) => (fault === undefined ? resolve() : reject(toBodyError(fault, maxBytes))));
  });
  const body: unknown = request.body;
  return body instanceof Uint8Array ? body : new Uint8Array();
}

function toBodyError(fault: unknown, maxBytes: number): AppError {
  const type = fault instanceof Error && 'type' in fault ? fault.type : undefined;
  if (type === 'entity.too.large') {
    return new AppError('PAYLOAD_TOO_LARGE', `The body may be ${maxBytes} bytes at most.`, { maxBytes });
  }
  if (type === 'encoding.unsupported') return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This content encoding is not understood.');
  return new AppError('MALFORMED_JSON', 'The body could not be read.', {}, { cause: fault });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('MALFORMED_JSON', 'The body is not valid UTF-8.', {}, { cause });
  }
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new AppError('MALFORMED_JSON', 'The body is not valid JSON.', {}, { cause });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
