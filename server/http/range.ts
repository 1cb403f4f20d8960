import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#server/errors.ts';

/** `length` bytes, starting at `offset`. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * The byte range that a request asks for; sets the status and headers of the response accordingly. The whole is sent when the
 * request names several ranges or one that cannot be parsed, when its `If-Range` does not match, and for every method but GET
 * (RFC 9110, 13.1.5 and 14.2). The `ETag` must be set before.
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

/** Parses a single byte range (RFC 9110, 14.1.2) and cuts it to `size`; null for anything else. Its length is 0 beyond the end. */
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
