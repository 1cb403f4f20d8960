import type { IncomingHttpHeaders } from 'node:http';

/**
 * The API key of a request. Null if the request has none; then the session cookie applies. With a `Bearer` header only the text
 * after it counts, even if it is not a valid key: a request is authenticated by the key or by the cookie, never by both. The scheme
 * name is not case-sensitive (RFC 9110, 11.1).
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
