import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#server/errors.ts';

/** A part of something: bytes from `offset`. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * The part that a request asks for, with status and headers set to say so. Of several parts, of a range that
 * cannot be read, under an `If-Range` that does not hold, and for anything but GET the whole is sent
 * (RFC 9110, 13.1.5 and 14.2). The `ETag` must be set.
 *
 * @throws AppError RANGE_NOT_SATISFIABLE
 */
export function rangeOf(request: IncomingMessage, response: ServerResponse, size: number): ByteRange {
  const { range: header = '', 'if-range': ifRange } = request.headers;
  const isMeant = request.method === 'GET' && (ifRange === undefined || ifRange === response.getHeader('etag'));
  const range = isMeant ? parseRange(header, size) : null;
  if (range === null) return { offset: 0, length: size };
  if (range.length <= 0) {
    response.setHeader('Content-Range', `bytes */${size}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', `The range starts after the end. The file has ${size} bytes.`);
  }
  response.statusCode = 206;
  response.setHeader('Content-Range', `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`);
  return range;
}

/** One range of bytes (RFC 9110, 14.1.2), cut to what is there; null for anything else. Of nothing when it lies behind the end. */
function parseRange(header: string, size: number): ByteRange | null {
  const [, first, last, suffix] = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(header.trim()) ?? [];
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return { offset: size - length, length };
  }
  if (first === undefined) return null;
  const [offset, end] = [Number(first), last ? Number(last) : size];
  return last && end < offset ? null : { offset, length: Math.min(end + 1, size) - offset };
}
