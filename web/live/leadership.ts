import type { Bus } from './bus.ts';
import type { LiveWindow } from './live-window.ts';

/** The part of a `Leader` that its window steers. */
export interface Leading {
  hurry(): void;
  report(): void;
  end(): void;
}

interface Options {
  /** Null where the browser has none: then every window leads itself. */
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly bus: Bus;
  readonly window: LiveWindow;
  readonly clientId: string;
  readonly lead: () => Leading;
  readonly isHidden: () => boolean;
}

/** How often a window that can be seen asks whether the leading one is still there, and how long it waits for the answer. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 3000;

/**
 * One window of the browser leads: the one that holds a Web Lock, which passes on when that window is closed or dies. One that
 * is frozen, or sits in the background without a connection, has it taken away by a window that somebody looks at.
 */
export class Leadership {
  readonly #options: Options;
  #leader: Leading | null = null;
  #heard = 0;
  #ask: ReturnType<typeof setInterval> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the wait for its turn: the lead is taken at once. */
  #queued: AbortController | null = null;
  #begun = false;

  constructor(options: Options) {
    this.#options = options;
  }

  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    if (this.#options.locks === null) return this.#leadAlone();
    void this.#stand(this.#options.locks);
    this.#options.bus.listen(({ say }) => {
      if (say === 'stream' || say === 'leading' || say === 'events') this.#heard++;
    });
    this.#ask = setInterval(() => this.#check(), ASK_EVERY_MS);
  }

  /** Whether somebody looks at this window has changed, or the network is back. */
  notice(): void {
    if (!this.#begun) return;
    if (this.#options.locks === null) return this.#leadAlone();
    this.#leader?.report();
    if (this.#options.isHidden()) return;
    this.#leader?.hurry();
    this.#check();
  }

  end(): void {
    clearInterval(this.#ask);
    clearTimeout(this.#answer);
    this.#leader?.end();
    this.#leader = null;
  }

  /** Browsers open six connections to a host: a window that nobody looks at lets go of its own. */
  #leadAlone(): void {
    if (this.#options.isHidden()) return this.#abdicate();
    if (this.#leader !== null) return this.#leader.hurry();
    this.#leader = this.#options.lead();
  }

  /** Waits for its turn, and again whenever the lead is taken away. */
  async #stand(locks: LockManager): Promise<void> {
    const { lockName } = this.#options;
    for (;;) {
      this.#queued = new AbortController();
      const { signal } = this.#queued;
      const inTurn = locks.request(lockName, { signal }, () => this.#reign());
      const lost = await inTurn.catch(() => !signal.aborted);
      if (!lost) await locks.request(lockName, { steal: true }, () => this.#reign()).catch(() => undefined);
      this.#abdicate();
    }
  }

  #reign(): Promise<never> {
    clearTimeout(this.#answer);
    this.#leader = this.#options.lead();
    return new Promise<never>(() => {});
  }

  #abdicate(): void {
    this.#leader?.end();
    this.#leader = null;
  }

  #check(): void {
    const { locks, bus, clientId, isHidden, window } = this.#options;
    if (locks === null || this.#leader !== null || isHidden()) return;
    const heard = this.#heard;
    bus.send({ say: 'are-you-there', from: clientId });
    clearTimeout(this.#answer);
    this.#answer = setTimeout(() => {
      const { connection, leaderHidden } = window.stream();
      const isSilent = this.#heard === heard;
      const isStuck = leaderHidden && connection !== 'live';
      if (this.#leader === null && !isHidden() && (isSilent || isStuck)) this.#queued?.abort();
    }, ANSWER_WITHIN_MS);
  }
}
