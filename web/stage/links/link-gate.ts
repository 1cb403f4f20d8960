/** The shortest time between two answers, so that one click cannot open several windows. */
const BETWEEN_MS = 1000;
/** After the user has refused a link, the deck's links do nothing for this time. */
const REFUSED_MS = 3000;

/**
 * Limits how often a deck may ask to follow a link out of the deck. Deck code can forge such messages, so each needs a recent
 * gesture of the user in this page or its frames, which the browser reports and deck code cannot forge.
 */
export class LinkGate {
  readonly #now: () => number;
  #closedUntil = Number.NEGATIVE_INFINITY;

  /** @param now the time in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a request may be answered now. @param isActivated whether the user has recently clicked, tapped or pressed a key */
  admits(isActivated: boolean): boolean {
    if (!isActivated || this.#now() < this.#closedUntil) return false;
    this.#closedUntil = this.#now() + BETWEEN_MS;
    return true;
  }

  refused(): void {
    this.#closedUntil = this.#now() + REFUSED_MS;
  }
}
