import { createHash } from 'node:crypto';

/** Where a deck's own label goes in `PLAYBACK_ORIGIN`. */
const DECK_LABEL = '{deck}';
const LABEL_CHARACTERS = 32;

/** The addresses of the application itself. */
interface Application {
  readonly all: readonly string[];
  ofHost(host: string | undefined): string;
  isHost(host: string | undefined): boolean;
}

/** A capability address: package paths are relative to it. */
export function baseUrlOf(origin: string, token: string): string {
  return `${origin}/play/${token}/`;
}

/**
 * Where decks play: at the application's own addresses, or, where `PLAYBACK_ORIGIN` is set, at another
 * one that serves nothing else. With `{deck}` in it each deck has an origin of its own.
 */
export class PlaybackOrigins {
  readonly #application: Application;
  readonly #pattern: string | null;
  readonly #host: RegExp | null;

  /** @param pattern as the configuration has checked it: an origin, `{deck}` at most once and in its first label */
  constructor(pattern: string | null, application: Application) {
    this.#application = application;
    this.#pattern = pattern;
    this.#host = pattern === null ? null : hostPattern(pattern);
  }

  /** Whether decks play elsewhere than the application: only there may one have an origin. */
  get isSeparate(): boolean {
    return this.#pattern !== null;
  }

  get isPerDeck(): boolean {
    return this.#pattern?.includes(DECK_LABEL) ?? false;
  }

  /** The origin at which a deck plays; null: each at which the application is used. */
  of(deckId: string): string | null {
    return this.#pattern?.replace(DECK_LABEL, () => labelOf(deckId)) ?? null;
  }

  /** The origin that a request came to, where decks play there at all. */
  atHost(host: string | undefined): string | null {
    if (this.#host === null || this.#pattern === null) return this.#application.ofHost(host);
    if (this.#application.isHost(host)) return null;
    const [, label] = this.#host.exec(host?.toLowerCase() ?? '') ?? [];
    return label === undefined ? null : this.#pattern.replace(DECK_LABEL, () => label);
  }

  /** Whether nothing but decks is to be had at this host. */
  isReserved(host: string | undefined): boolean {
    return this.isSeparate && this.atHost(host) !== null;
  }

  /** Whether a host is ours, so that no deck can be allowed it as somebody else's. */
  isOwn(host: string): boolean {
    return this.#application.isHost(host) || this.isReserved(host);
  }

  /** For the policy of the application's pages: what their frames may show. */
  get sources(): string[] {
    if (this.#pattern !== null) return [`${asSource(this.#pattern)}/play/`];
    // A content policy knows no IPv6 addresses; browsers complain of them.
    return this.#application.all.filter((origin) => !origin.includes('[')).map((origin) => `${origin}/play/`);
  }
}

/** Says nothing of the id: names are asked for in the open. */
function labelOf(deckId: string): string {
  return createHash('sha256').update(`playback origin of ${deckId}`).digest('hex').slice(0, LABEL_CHARACTERS);
}

/** Matches `Host`; the group is the deck's label, or empty. Every label: what is no deck's plays nothing, and is not the application's either. */
function hostPattern(pattern: string): RegExp {
  const host = pattern.slice(pattern.indexOf('//') + 2);
  const [before = '', after] = host.split(DECK_LABEL);
  if (after === undefined) return new RegExp(`^${RegExp.escape(host)}()$`);
  return new RegExp(`^${RegExp.escape(before)}([a-z0-9-]+)${RegExp.escape(after)}$`);
}

/** A source in a content policy has a wildcard for its whole first label, or none. */
function asSource(pattern: string): string {
  return pattern.replace(/[^/.]*\{deck\}[^.]*/, '*');
}
