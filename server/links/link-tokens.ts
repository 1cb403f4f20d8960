import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkRow } from './links.repo.ts';

const ID_BYTES = 16;
const MAC_BYTES = 16;
const TOKEN_FORM = /^[\w-]{43}$/;
const GRANT_FORM = /^(\d{1,16})\.([\w-]{43})$/;
/** How long a visitor who has entered the password of a link is not asked for it again. */
const GRANT_HOURS = 12;

/**
 * The secrets of links. None is stored: each is made of what is stored and the server's secret, so read access to the database opens
 * nothing. A token that was guessed is refused without a look at the database.
 */
export class LinkTokens {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The secret in the address of a link: its id and a MAC of 128 bits. @param id a UUID */
  tokenOf(id: string): string {
    return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), this.#macOf(id)]).toString('base64url');
  }

  /** The id of the link with this token; null if no link can have it. */
  idIn(token: string): string | null {
    if (!TOKEN_FORM.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const hex = bytes.subarray(0, ID_BYTES).toString('hex');
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    // A last character with stray bits would be another spelling of the same bytes.
    const isOurs = timingSafeEqual(bytes.subarray(ID_BYTES), this.#macOf(id)) && bytes.toString('base64url') === token;
    return isOurs ? id : null;
  }

  /** What a visitor gets for the right password. It ends when the password changes, because it is made of its hash. */
  newGrant(link: Pick<LinkRow, 'id' | 'passwordHash'>): { grant: string; expiresAt: Date } {
    const expiresAt = new Date(Date.now() + GRANT_HOURS * 60 * 60 * 1000);
    return { grant: this.#grantUntil(link, expiresAt.getTime()), expiresAt };
  }

  isGrantOf(link: Pick<LinkRow, 'id' | 'passwordHash'>, grant: string): boolean {
    const [, expires] = GRANT_FORM.exec(grant) ?? [];
    if (expires === undefined || Number(expires) <= Date.now()) return false;
    const [given, right] = [Buffer.from(grant), Buffer.from(this.#grantUntil(link, Number(expires)))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #grantUntil({ id, passwordHash }: Pick<LinkRow, 'id' | 'passwordHash'>, expires: number): string {
    const mac = createHmac('sha256', this.#secret).update(`link grant:${id}:${expires}:${passwordHash}`).digest('base64url');
    return `${expires}.${mac}`;
  }

  #macOf(id: string): Buffer {
    return createHmac('sha256', this.#secret).update(`link:${id}`).digest().subarray(0, MAC_BYTES);
  }
}
