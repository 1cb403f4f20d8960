import { LRUCache } from 'lru-cache';
import type { OpenedVersion } from './opened-version.ts';

/** So long a check is believed when no revocation was heard of: other instances' words may be lost on the way. */
const BELIEVED_MILLISECONDS = 5000;
const REMEMBERED = 2000;

type Resolve = (token: string) => Promise<OpenedVersion | null>;

/** Asks what a token opens, and remembers the answer for a moment: a slide may consist of a hundred files. */
export class CapabilityCheck {
  readonly #resolve: Resolve;
  readonly #known = new LRUCache<string, OpenedVersion>({ max: REMEMBERED, ttl: BELIEVED_MILLISECONDS });
  #era = 0;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** What a token opens, as far as that is remembered. */
  known(token: string): OpenedVersion | undefined {
    return this.#known.get(token);
  }

  async check(token: string): Promise<OpenedVersion | null> {
    const known = this.known(token);
    if (known !== undefined) return known;
    const era = this.#era;
    const found = await this.#resolve(token);
    // What was asked before a revocation may be out of date by now.
    if (found !== null && era === this.#era) this.#known.set(token, found);
    return found;
  }

  forget(): void {
    this.#era += 1;
    this.#known.clear();
  }
}
