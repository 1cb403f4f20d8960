import type { IncomingMessage, ServerResponse } from 'node:http';
import parseRange from 'range-parser';
import { AppError } from '#server/errors.ts';

/** A part of something: bytes from `offset`. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * The part that a request asks for, with status and headers set to say so. Of several parts, or under
 * an `If-Range` that does not hold, the whole is sent (RFC 9110, 13.1.5 and 14.2). The `ETag` must be set.
 *
 * @throws AppError RANGE_NOT_SATISFIABLE
 */
export function rangeOf(request: IncomingMessage, response: ServerResponse, size: number): ByteRange {
  const { range: header, 'if-range': ifRange } = request.headers;
  const isMeant = header !== undefined && (ifRange === undefined || ifRange === response.getHeader('etag'));
  const ranges = isMeant ? parseRange(size, header) : undefined;
  if (ranges === -1) {
    response.setHeader('Content-Range', `bytes */${size}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', `There are ${size} bytes.`);
  }
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  if (range === undefined) return { offset: 0, length: size };
  response.statusCode = 206;
  response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return { offset: range.start, length: range.end - range.start + 1 };
}
