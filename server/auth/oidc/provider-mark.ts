import { cookieValue } from '#server/auth/cookies.ts';

const NAME = 'lectern_provider';
/** Sessions end after 90 days. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** The `Set-Cookie` line by which a browser says, when it signs out, that it has signed in with the provider. It proves nothing. */
export function providerMark(seconds: number = KEPT_SECONDS): string {
  return `${NAME}=1; Max-Age=${seconds}; Path=/api/auth/sign-out; HttpOnly; SameSite=Lax`;
}

export function hasProviderMark(cookie: string | undefined): boolean {
  return cookieValue(cookie, NAME) !== null;
}
