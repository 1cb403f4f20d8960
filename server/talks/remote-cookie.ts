import type { IncomingMessage, ServerResponse } from 'node:http';
import { OwnCookie } from '#server/auth/own-cookie.ts';

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
  const cookie = new OwnCookie({ name: 'lectern_remote', path: '/', seconds: KEPT_SECONDS, isSecure, sameSite: 'Strict' });
  return {
    token: cookie.read(request.headers.cookie),
    keep: (token) => void response.appendHeader('Set-Cookie', cookie.write(token)),
  };
}
