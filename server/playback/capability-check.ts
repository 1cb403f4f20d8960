import { LRUCache } from 'lru-cache';
import type { Client } from './client-binding.ts';
import type { OpenedVersion } from './opened-version.ts';

/** How long a check stays valid without a revocation. A revocation announced by another instance can get lost. */
const BELIEVED_MILLISECONDS = 5000;
const REMEMBERED = 2000;

type Resolve = (token: string) => Promise<OpenedVersion | null>;

/** Resolves tokens and caches the results briefly, because a slide may consist of a hundred files. */
export class CapabilityCheck {
  readonly #resolve: Resolve;
  readonly #known = new LRUCache<string, OpenedVersion>({ max: REMEMBERED, ttl: BELIEVED_MILLISECONDS });
  #era = 0;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** What a token opens for a client, if it is cached. */
  known(token: string, client: Client): OpenedVersion | null {
    const known = this.#known.get(token);
    return known?.isFor(client) === true ? known : null;
  }

  /**
   * What a token opens for a client. A client that is not in the cached grant is looked up, because another instance may have
   * added it.
   */
  async check(token: string, client: Client): Promise<OpenedVersion | null> {
    const known = this.known(token, client);
    if (known !== null) return known;
    const era = this.#era;
    const found = await this.#resolve(token);
    // A result that was requested before a revocation may be out of date.
    if (found !== null && era === this.#era) this.#known.set(token, found);
    return found?.isFor(client) === true ? found : null;
  }

  /** Call this when a token may be used by a new client. */
  forgetToken(token: string): void {
    this.#known.delete(token);
  }

  forget(): void {
    this.#era += 1;
    this.#known.clear();
  }
}
