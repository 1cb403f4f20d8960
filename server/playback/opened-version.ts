import { BRIDGE_PATH } from '#shared/bridge.ts';
import { admits, type Client } from './client-binding.ts';
import { contentPolicy, type DeckContentPolicy } from './deck-content-policy.ts';
import { baseUrlOf } from './playback-origins.ts';

interface Opened {
  readonly token: string;
  readonly versionId: string;
  readonly blobKey: string;
  /** The only origin at which it plays; null: all of the application's origins. */
  readonly origin: string | null;
  readonly policy: DeckContentPolicy;
  /** The clients that may use it; null: everyone who knows the token. */
  readonly clients: readonly string[] | null;
  /** When the grant ends, and with it the link if it was made for one. */
  readonly expiresAt: Date;
  /** Whether the manifest, which contains the notes of the speaker, is not among the files. */
  readonly hidesManifest: boolean;
}

/** What a token opens. Its content policy is built once per origin, since a slide may consist of a hundred files. */
export class OpenedVersion {
  readonly versionId: string;
  readonly blobKey: string;
  readonly hidesManifest: boolean;
  readonly #opened: Opened;
  readonly #policies = new Map<string, string>();

  constructor(opened: Opened) {
    this.versionId = opened.versionId;
    this.blobKey = opened.blobKey;
    this.hidesManifest = opened.hidesManifest;
    this.#opened = opened;
  }

  isFor(client: Client): boolean {
    const { clients, expiresAt } = this.#opened;
    if (expiresAt.getTime() <= Date.now()) return false;
    return clients === null || admits(clients, client);
  }

  /**
   * The policy of every response at one of our origins; null: the deck does not play there. At another deck's origin it could
   * read that deck's storage.
   */
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
