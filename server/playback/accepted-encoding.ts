import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import { LRUCache } from 'lru-cache';

export type Encoding = 'gzip' | 'identity';

/** Browsers send only a few different values. */
const REMEMBERED = 100;
const preferred = new LRUCache<string, Encoding>({ max: REMEMBERED });

/** The encoding that the client prefers (RFC 9110, 12.5.3). */
export function preferredEncoding(request: IncomingMessage): Encoding {
  const wish = request.headers['accept-encoding'] ?? '';
  const known = preferred.get(wish);
  if (known !== undefined) return known;
  const encoding = accepts(request).encoding(['gzip', 'identity']) === 'gzip' ? 'gzip' : 'identity';
  preferred.set(wish, encoding);
  return encoding;
}
