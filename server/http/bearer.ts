import type { IncomingHttpHeaders } from 'node:http';

/**
 * The API key of a request; null where none is sent, and the cookie counts. Whoever says `Bearer` is judged
 * by what follows alone, be it nonsense: no request is half one, half the other. The scheme's name is not
 * case-sensitive (RFC 9110, 11.1).
 */
export function bearerOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return (
    /^bearer(?: +(.*))?$/is
      .exec(authorization ?? '')
      ?.slice(1)
      .join('')
      .trim() ?? null
  );
}
