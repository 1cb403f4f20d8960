import type { Bus } from './bus.ts';
import type { LiveWindow } from './live-window.ts';

/** The part of `Leader` that its window controls. */
export interface Leading {
  retryNow(): void;
  report(): void;
  end(): void;
}

interface Options {
  /** Null if the browser has no Web Locks: then every window leads itself. */
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly bus: Bus;
  readonly window: LiveWindow;
  readonly clientId: string;
  readonly lead: () => Leading;
  readonly isHidden: () => boolean;
}

/** How often a visible window checks whether the leader responds, and how long it waits for the answer. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 3000;

/**
 * Elects the leading window of the browser: the one that holds a Web Lock. The lock passes on when that window is closed or
 * crashes. A visible window takes the lead from a leader that is frozen, or that is in the background without a connection.
 */
export class Leadership {
  readonly #options: Options;
  #leader: Leading | null = null;
  #received = 0;
  #ask: ReturnType<typeof setInterval> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts the lock request so that the lead is taken at once. */
  #queued: AbortController | null = null;
  #begun = false;

  constructor(options: Options) {
    this.#options = options;
  }

  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    if (this.#options.locks === null) return this.#leadAlone();
    void this.#requestLead(this.#options.locks);
    this.#options.bus.listen(({ say }) => {
      if (say === 'stream' || say === 'leading' || say === 'events') this.#received++;
    });
    this.#ask = setInterval(() => this.#check(), ASK_EVERY_MS);
  }

  /** The visibility of this window has changed, or the network is back. */
  notice(): void {
    if (!this.#begun) return;
    if (this.#options.locks === null) return this.#leadAlone();
    this.#leader?.report();
    if (this.#options.isHidden()) return;
    this.#leader?.retryNow();
    this.#check();
  }

  end(): void {
    clearInterval(this.#ask);
    clearTimeout(this.#answer);
    this.#leader?.end();
    this.#leader = null;
  }

  /** Browsers allow six connections per host over HTTP/1.1, so a hidden window closes its stream. */
  #leadAlone(): void {
    if (this.#options.isHidden()) return this.#stopLeading();
    if (this.#leader !== null) return this.#leader.retryNow();
    this.#leader = this.#options.lead();
  }

  /** Requests the lock, and again whenever the lead was taken away. */
  async #requestLead(locks: LockManager): Promise<void> {
    const { lockName } = this.#options;
    for (;;) {
      this.#queued = new AbortController();
      const { signal } = this.#queued;
      const inTurn = locks.request(lockName, { signal }, () => this.#startLeading());
      const lost = await inTurn.catch(() => !signal.aborted);
      if (!lost) await locks.request(lockName, { steal: true }, () => this.#startLeading()).catch(() => undefined);
      this.#stopLeading();
    }
  }

  #startLeading(): Promise<never> {
    clearTimeout(this.#answer);
    this.#leader = this.#options.lead();
    return new Promise<never>(() => {});
  }

  #stopLeading(): void {
    this.#leader?.end();
    this.#leader = null;
  }

  #check(): void {
    const { locks, bus, clientId, isHidden, window } = this.#options;
    if (locks === null || this.#leader !== null || isHidden()) return;
    const received = this.#received;
    bus.send({ say: 'are-you-there', from: clientId });
    clearTimeout(this.#answer);
    this.#answer = setTimeout(() => {
      const { connection, leaderHidden } = window.stream();
      const isSilent = this.#received === received;
      const isStuck = leaderHidden && connection !== 'live';
      if (this.#leader === null && !isHidden() && (isSilent || isStuck)) this.#queued?.abort();
    }, ANSWER_WITHIN_MS);
  }
}
