import { OwnCookie } from '#server/auth/own-cookie.ts';

/** Sessions end after 90 days. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** The value says nothing: what counts is whether the cookie is there. */
export const SIGNED_IN_WITH_PROVIDER = '1';

/** The cookie by which a browser says, when it signs out, that it has signed in with the provider. It proves nothing. */
export function providerMark(isSecure: boolean): OwnCookie {
  return new OwnCookie({ name: 'lectern_provider', path: '/api/auth/sign-out', seconds: KEPT_SECONDS, isSecure });
}
