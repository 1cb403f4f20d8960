import { BRIDGE_PATH } from '#shared/bridge.ts';
import { admits, type Client } from './client-binding.ts';
import { contentPolicy, type DeckPolicy } from './deck-policy.ts';
import { baseUrlOf } from './playback-origins.ts';

interface Opened {
  readonly token: string;
  readonly versionId: string;
  readonly blobKey: string;
  /** Where alone it plays; null: at each of the application's addresses. */
  readonly origin: string | null;
  readonly policy: DeckPolicy;
  /** Who may use it; null: everyone who knows the token. */
  readonly clients: readonly string[] | null;
}

/** What a token opens. Its content policy is written once, since a slide may consist of a hundred files. */
export class OpenedVersion {
  readonly versionId: string;
  readonly blobKey: string;
  readonly #opened: Opened;
  readonly #policies = new Map<string, string>();

  constructor(opened: Opened) {
    this.versionId = opened.versionId;
    this.blobKey = opened.blobKey;
    this.#opened = opened;
  }

  isFor(client: Client): boolean {
    const { clients } = this.#opened;
    return clients === null || admits(clients, client);
  }

  /** The policy of every answer at an origin of ours; null: this deck does not play there. At another deck's it could read what that one keeps. */
  policyAt(origin: string): string | null {
    if (this.#opened.origin !== null && this.#opened.origin !== origin) return null;
    return this.#policies.get(origin) ?? this.#write(origin);
  }

  #write(origin: string): string {
    const { policy, token } = this.#opened;
    const text = contentPolicy(policy, { base: baseUrlOf(origin, token), bridge: `${origin}${BRIDGE_PATH}` });
    this.#policies.set(origin, text);
    return text;
  }
}
