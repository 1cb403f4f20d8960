import type { Logger } from 'pino';
import type { PresenceRepo } from './presence.repo.ts';

interface Dependencies {
  readonly repo: Pick<PresenceRepo, 'beat' | 'pulse' | 'endInstance' | 'endSilentInstances'>;
  readonly instanceId: string;
  /** Renews the connection on which this instance receives its own pulses. */
  readonly renewLine: () => Promise<void>;
  /** Called when this instance's rows are no longer in the database. */
  readonly onForgotten: () => void;
  readonly log: Logger;
  readonly pace?: Pace;
}

interface Pace {
  readonly beatMilliseconds: number;
  /** An instance not seen for this long counts as dead, and its presence rows are removed. */
  readonly silentMilliseconds: number;
}

const PACE: Pace = { beatMilliseconds: 5000, silentMilliseconds: 20_000 };
/** How many pulses in a row may be sent without being received. */
const UNHEARD_MAX = 2;

/**
 * Records every few seconds that this instance is alive, and removes the rows of dead instances. It also checks that it receives
 * its own pulses: if not, the connection is renewed, even if the sockets look fine.
 */
export class Heartbeat {
  readonly #dependencies: Dependencies;
  readonly #pace: Pace;
  #timer: NodeJS.Timeout | undefined;
  /** Successful beats in a row. Only an instance that could write all the time may declare others dead. */
  #beats = 0;
  #unheard = 0;
  #known = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#pace = dependencies.pace ?? PACE;
  }

  async start(): Promise<void> {
    await this.#beat();
    this.#timer = setInterval(() => void this.#beat(), this.#pace.beatMilliseconds).unref();
  }

  heard(instanceId: string): void {
    if (instanceId === this.#dependencies.instanceId) this.#unheard = 0;
  }

  /** Call this when the database is available again. */
  async again(): Promise<void> {
    this.#unheard = 0;
    await this.#beat();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#dependencies.repo.endInstance(this.#dependencies.instanceId);
  }

  async #beat(): Promise<void> {
    const { repo, instanceId, onForgotten, log } = this.#dependencies;
    try {
      const wasKnown = await repo.beat(instanceId);
      if (this.#known && !wasKnown) onForgotten();
      this.#known = true;
      this.#beats += 1;
      const { beatMilliseconds, silentMilliseconds } = this.#pace;
      if (this.#beats * beatMilliseconds > silentMilliseconds) await repo.endSilentInstances(silentMilliseconds);
      await this.#pulse();
    } catch (err) {
      this.#beats = 0;
      log.warn({ err }, 'this instance cannot say that it lives');
    }
  }

  async #pulse(): Promise<void> {
    const { repo, instanceId, renewLine, log } = this.#dependencies;
    if (this.#unheard >= UNHEARD_MAX) {
      this.#unheard = 0;
      log.warn('notifications of the database do not arrive; with a pooler in between set DATABASE_DIRECT_URL');
      await renewLine();
    }
    this.#unheard += 1;
    await repo.pulse(instanceId);
  }
}
