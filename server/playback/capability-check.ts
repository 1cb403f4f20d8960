import { LRUCache } from 'lru-cache';
import type { Client } from './client-binding.ts';
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

  /** What a token opens for a client, as far as that is remembered. */
  known(token: string, client: Client): OpenedVersion | null {
    const known = this.#known.get(token);
    return known?.isFor(client) === true ? known : null;
  }

  /** What a token opens for a client. A client that is not remembered may have been added since, by another instance too: it is looked up. */
  async check(token: string, client: Client): Promise<OpenedVersion | null> {
    const known = this.known(token, client);
    if (known !== null) return known;
    const era = this.#era;
    const found = await this.#resolve(token);
    // What was asked before a revocation may be out of date by now.
    if (found !== null && era === this.#era) this.#known.set(token, found);
    return found?.isFor(client) === true ? found : null;
  }

  /** Another client than before may use a token. */
  forgetToken(token: string): void {
    this.#known.delete(token);
  }

  forget(): void {
    this.#era += 1;
    this.#known.clear();
  }
}
