import { createHash } from 'node:crypto';

/** The placeholder for the deck's own label in `PLAYBACK_ORIGIN`. */
const DECK_LABEL = '{deck}';
const LABEL_CHARACTERS = 32;

/** The application's own origins. */
interface Application {
  readonly all: readonly string[];
  ofHost(host: string | undefined): string;
  isHost(host: string | undefined): boolean;
}

/** A capability address. Package paths are relative to it. */
export function baseUrlOf(origin: string, token: string): string {
  return `${origin}/play/${token}/`;
}

/**
 * Where decks play: at the application's own origins or, if `PLAYBACK_ORIGIN` is set, at a separate one that serves nothing else.
 * If it contains `{deck}`, each deck has an origin of its own.
 */
export class PlaybackOrigins {
  readonly #application: Application;
  readonly #pattern: string | null;
  readonly #host: RegExp | null;
  /** The origin at which the renderer loads decks. It may be one of the others. Null: there is no renderer. */
  readonly renderer: string | null;

  /**
   * @param pattern as validated by the configuration: an origin, with `{deck}` at most once and in its first label
   * @param renderer the origin at which the renderer reaches this server, if there is one
   */
  constructor(pattern: string | null, application: Application, renderer: string | null = null) {
    this.renderer = renderer;
    this.#application = application;
    this.#pattern = pattern;
    this.#host = pattern === null ? null : hostPattern(pattern);
  }

  /** Whether decks play at a different origin than the application. Only then may a deck have an origin. */
  get isSeparate(): boolean {
    return this.#pattern !== null;
  }

  get isPerDeck(): boolean {
    return this.#pattern?.includes(DECK_LABEL) ?? false;
  }

  /** The origin at which a deck plays; null: every origin of the application. */
  of(deckId: string): string | null {
    return this.#pattern?.replace(DECK_LABEL, () => labelOf(deckId)) ?? null;
  }

  /** The origin that a request was sent to; null: decks do not play there. */
  atHost(host: string | undefined): string | null {
    return this.#isRenderers(host) ? this.renderer : this.#viewersAt(host);
  }

  #isRenderers(host: string | undefined): boolean {
    return this.renderer !== null && new URL(this.renderer).host === host?.toLowerCase();
  }

  #viewersAt(host: string | undefined): string | null {
    if (this.#host === null || this.#pattern === null) return this.#application.ofHost(host);
    if (this.#application.isHost(host)) return null;
    const [, label] = this.#host.exec(host?.toLowerCase() ?? '') ?? [];
    return label === undefined ? null : this.#pattern.replace(DECK_LABEL, () => label);
  }

  /** Whether this host serves decks only. */
  isReserved(host: string | undefined): boolean {
    return this.isSeparate && this.#viewersAt(host) !== null;
  }

  /** Whether a host belongs to this server, so that no deck may be allowed to load from it. */
  isOwn(host: string): boolean {
    return this.#application.isHost(host) || this.isReserved(host) || this.#isRenderers(host);
  }

  /** Frame sources for the policy of the application's pages. */
  get sources(): string[] {
    if (this.#pattern !== null) return [`${asSource(this.#pattern)}/play/`];
    // A content policy cannot contain IPv6 addresses; browsers warn about them.
    return this.#application.all.filter((origin) => !origin.includes('[')).map((origin) => `${origin}/play/`);
  }
}

/** A hash, because DNS lookups would reveal the id. */
function labelOf(deckId: string): string {
  return createHash('sha256').update(`playback origin of ${deckId}`).digest('hex').slice(0, LABEL_CHARACTERS);
}

/**
 * Matches `Host`; the group is the deck's label, or empty. Every label matches: a label without a deck plays nothing, but does
 * not belong to the application either.
 */
function hostPattern(pattern: string): RegExp {
  const host = pattern.slice(pattern.indexOf('//') + 2);
  const [before = '', after] = host.split(DECK_LABEL);
  if (after === undefined) return new RegExp(`^${RegExp.escape(host)}()$`);
  return new RegExp(`^${RegExp.escape(before)}([a-z0-9-]+)${RegExp.escape(after)}$`);
}

/** In a source of a content policy, a wildcard stands for the whole first label. */
function asSource(pattern: string): string {
  return pattern.replace(/[^/.]*\{deck\}[^.]*/, '*');
}
