import { createHmac, randomBytes } from 'node:crypto';
import type { VisitorHashes } from './visits.repo.ts';

interface Salts {
  /** The salt of a day, the same for all instances; null if there is none yet. */
  readonly salt: (day: string) => Promise<string | null>;
  /** Keeps a salt unless there is one for the day. */
  readonly keepSalt: (day: string, salt: string) => Promise<void>;
}

const SALT_BYTES = 32;

/**
 * Tells the visitors of a day apart without storing who they are: by a hash of address and browser under a random salt that is deleted
 * when the day is over. After that, a hash cannot be traced to a visitor, not even with a list of all addresses.
 */
export class VisitorHasher {
  readonly #salts: Salts;
  #today: { readonly day: string; readonly salt: string } | null = null;

  constructor(salts: Salts) {
    this.#salts = salts;
  }

  /** @param day in UTC */
  async hashesOf(
    day: string,
    visitor: { readonly address: string; readonly userAgent: string },
    at: { readonly linkId: string; readonly deckId: string },
  ): Promise<NonNullable<VisitorHashes>> {
    const salt = await this.#saltOf(day);
    // The hashes of one visitor for two places cannot be compared either.
    const hash = (...place: string[]) =>
      createHmac('sha256', salt)
        .update(JSON.stringify([...place, visitor.address, visitor.userAgent]))
        .digest('base64url');
    return { ofLink: hash('link', at.linkId), ofDeck: hash('deck', at.deckId) };
  }

  /** Forgets the salt of an earlier day. @param today in UTC */
  forget(today: string): void {
    if (this.#today?.day !== today) this.#today = null;
  }

  async #saltOf(day: string): Promise<string> {
    if (this.#today?.day === day) return this.#today.salt;
    let salt = await this.#salts.salt(day);
    if (salt === null) {
      await this.#salts.keepSalt(day, randomBytes(SALT_BYTES).toString('base64url'));
      salt = await this.#salts.salt(day);
    }
    if (salt === null) throw new Error('the salt of the day was not kept');
    this.#today = { day, salt };
    return salt;
  }
}
