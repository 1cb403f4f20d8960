import type { IncomingMessage, ServerResponse } from 'node:http';
import { cookieValue } from '#server/auth/cookies.ts';

/** The secret of a phone that steers a talk, as its browser keeps it. */
export interface RemoteCookie {
  /** Null: this browser is no remote. */
  readonly token: string | null;
  keep(token: string): void;
}

/** As long as a remote lives at most; how long it does is the database's word. */
const KEPT_SECONDS = 12 * 60 * 60;

/**
 * The secret travels in a cookie: an event stream's address would carry it into logs, and a page's script could give it
 * away. `Strict`: nothing that another site starts ever steers a talk.
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
