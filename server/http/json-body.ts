import express, { type Request, type Response } from 'express';
import { AppError, validationFailed } from '#server/errors.ts';
import { JSON_DEPTH_MAX, MIB } from '#shared/limits.ts';
import { addressOf } from './client-address.ts';
import { HeldBytes, type Holding } from './held-bytes.ts';
import { nestsDeeperThan } from './json-source.ts';
import { networkOf } from './network.ts';

export interface JsonBody {
  readonly value: Record<string, unknown>;
  /** The text it was parsed from. */
  readonly source: string;
}

/**
 * Whether a request must have a body.
 * - `required`: it must.
 * - `optional`: every member may be left out. A missing body reads as `{}`, unless the request announces JSON.
 * - `unneeded`: the operation takes no members. A missing body always reads as `{}`.
 */
export type BodyNeed = 'required' | 'optional' | 'unneeded';

export interface BodyForm {
  /** Default: `required`. */
  readonly need?: BodyNeed;
  /** JSON is also taken as `text/plain`. Forms of other sites can send that, so no cookie may be looked at. */
  readonly asPlainText?: boolean | undefined;
}

/** When no bytes of a body arrive for this long, its connection is closed. */
const STALL_MILLISECONDS = 30_000;
/** A JSON body is small. If it has not arrived completely after this time, its connection is closed, even if it did not stall. */
const WHOLE_MILLISECONDS = 300_000;

/** Bodies that have not been read completely. */
const unfinished = new HeldBytes({ totalMax: 64 * MIB, eachMax: 16 * MIB });

/**
 * Reads a JSON object. Call it after all checks that do not need the body.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_JSON (also for a missing body),
 *   VALIDATION_FAILED (not an object, nested too deep) or UNAVAILABLE (too many unfinished bodies)
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  maxBytes: number,
  { need = 'required', asPlainText = false }: BodyForm = {},
): Promise<JsonBody> {
  if (!hasBody(request)) {
    const isMissing = need === 'required' || (need === 'optional' && request.headers['content-type'] !== undefined);
    if (isMissing) throw new AppError('MALFORMED_JSON', 'The body is missing. Send a JSON object.');
    return { value: {}, source: '{}' };
  }
  if (!isUtf8(request, asPlainText ? ['application/json', 'text/plain'] : ['application/json'])) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".');
  }
  return parseJsonObject(decodeUtf8(await readBytes(request, response, maxBytes)));
}

/** @throws AppError MALFORMED_JSON or VALIDATION_FAILED */
function parseJsonObject(source: string): JsonBody {
  if (nestsDeeperThan(source, JSON_DEPTH_MAX)) {
    throw validationFailed([{ path: '', message: `The body is nested deeper than ${JSON_DEPTH_MAX} levels.` }]);
  }
  const value = parse(source);
  if (!isObject(value)) throw validationFailed([{ path: '', message: 'The body must be a JSON object.' }]);
  return { value, source };
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function isUtf8(request: Request, types: string[]): boolean {
  if (!request.is(types)) return false;
  const charset = /;\s*charset=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

async function readBytes(request: Request, response: Response, maxBytes: number): Promise<Uint8Array> {
  using held = unfinished.hold(networkOf(addressOf(request)));
  // The size of a compressed body is only known after decompression.
  const isPacked = request.headers['content-encoding'] !== undefined;
  held.add(isPacked ? maxBytes : 1);
  const giveUp = () => request.destroy();
  const stall = setTimeout(giveUp, STALL_MILLISECONDS);
  const whole = setTimeout(giveUp, WHOLE_MILLISECONDS);
  const onData = (chunk: Uint8Array) => {
    stall.refresh();
    if (!isPacked) addOr(giveUp, held, chunk.length);
  };
  try {
    // Must be added before the parser's own listener: the parser starts to read in this same turn.
    request.on('data', onData);
    await parseRaw(request, response, maxBytes);
  } finally {
    request.off('data', onData);
    clearTimeout(stall);
    clearTimeout(whole);
  }
  const body: unknown = request.body;
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** While a body is being parsed, closing the connection is the only way to stop the parser. */
function addOr(giveUp: () => void, held: Holding, bytes: number): void {
  try {
    held.add(bytes);
  } catch {
    giveUp();
  }
}

function parseRaw(request: Request, response: Response, maxBytes: number): Promise<void> {
  const read = express.raw({ type: () => true, limit: maxBytes });
  return new Promise<void>((resolve, reject) => {
    // With a compressed body the parser sees the decompressed stream only, which is not told that the connection was closed.
    request.once('close', () => request.readableEnded || reject(toBodyError(new Error('the client has gone'), maxBytes)));
    read(request, response, (fault?: unknown) => (fault === undefined ? resolve() : reject(toBodyError(fault, maxBytes))));
  });
}

function toBodyError(fault: unknown, maxBytes: number): AppError {
  const type = fault instanceof Error && 'type' in fault ? fault.type : undefined;
  if (type === 'entity.too.large') {
    return new AppError('PAYLOAD_TOO_LARGE', `The body is too large. It may have at most ${maxBytes} bytes.`, { maxBytes });
  }
  if (type === 'encoding.unsupported') return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This content encoding is not supported.');
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
