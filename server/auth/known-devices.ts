import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { OwnCookie } from './own-cookie.ts';

/** Browsers keep a cookie for at most 400 days (RFC 6265bis, 5.5). */
const KEPT_SECONDS = 400 * 24 * 60 * 60;
/** The number of accounts that one browser is remembered for. */
const ACCOUNTS_MAX = 4;

interface Dependencies {
  /** Signs the cookie. */
  readonly secret: string;
  readonly isSecure: boolean;
}

/**
 * Recognizes browsers in which a user has signed in to an account before, by a signed cookie. Guesses from other browsers then do
 * not lock the account's owner out ("device cookies", OWASP). The cookie proves nothing else, and it outlives the session. It holds
 * one entry per account: a random id and its signature for that account.
 */
export class KnownDevices {
  readonly #secret: string;
  readonly #cookie: OwnCookie;

  constructor({ secret, isSecure }: Dependencies) {
    this.#secret = secret;
    // Sent with sign-in requests only.
    this.#cookie = new OwnCookie({ name: 'lectern_device', path: '/api/auth/sign-in', seconds: KEPT_SECONDS, isSecure });
  }

  /** The id of the browser that sent this `Cookie` header, if the account knows it; otherwise null. */
  idOf(cookie: string | undefined, userId: string): string | null {
    return (
      this.#entries(cookie)
        .find((entry) => this.#isFor(entry, userId))
        ?.split('.', 1)[0] ?? null
    );
  }

  /** The `Set-Cookie` line that makes the browser known to the account. Accounts that know it already are kept. */
  remember(cookie: string | undefined, userId: string): string {
    const others = this.#entries(cookie).filter((entry) => !this.#isFor(entry, userId));
    const id = this.idOf(cookie, userId) ?? randomBytes(16).toString('base64url');
    const entries = [`${id}.${this.#signature(id, userId)}`, ...others].slice(0, ACCOUNTS_MAX);
    return this.#cookie.write(entries.join('~'));
  }

  #entries(cookie: string | undefined): string[] {
    return this.#cookie.read(cookie)?.split('~').slice(0, ACCOUNTS_MAX) ?? [];
  }

  #isFor(entry: string, userId: string): boolean {
    const [id = '', signature = ''] = entry.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(this.#signature(id, userId))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #signature(id: string, userId: string): string {
    return createHmac('sha256', this.#secret).update(`known device\n${userId}\n${id}`).digest('base64url');
  }
}
