import type { IncomingMessage, ServerResponse } from 'node:http';
import { cookieValue } from '#server/auth/cookies.ts';

/** The secret of a phone that controls a talk, as its browser stores it. */
export interface RemoteCookie {
  /** Null: this browser is not a remote. */
  readonly token: string | null;
  keep(token: string): void;
}

/** The longest lifetime of a remote. The database decides when it really expires. */
const KEPT_SECONDS = 12 * 60 * 60;

/**
 * The secret is sent in a cookie: the URL of an event stream would appear in logs, and a script in the page could leak it.
 * `Strict`: requests that another site starts can never control a talk.
 */
export function remoteCookieOf(
  request: IncomingMessage,
  response: ServerResponse,
  { isSecure }: { isSecure: boolean },
): RemoteCookie {
  const name = isSecure ? '__Host-lectern_remote' : 'lectern_remote';
  return {
    token: cookieValue(request.headers.cookie, name),
    keep(token) {
      const attributes = [`Max-Age=${KEPT_SECONDS}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])];
      response.appendHeader('Set-Cookie', [`${name}=${token}`, ...attributes].join('; '));
    },
  };
}
