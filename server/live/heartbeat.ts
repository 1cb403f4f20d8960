import type { Logger } from 'pino';
import type { PresenceRepo } from './presence.repo.ts';

interface Dependencies {
  readonly repo: Pick<PresenceRepo, 'beat' | 'pulse' | 'endInstance' | 'endSilentInstances'>;
  readonly instanceId: string;
  /** The line on which this instance hears itself. */
  readonly renewLine: () => Promise<void>;
  /** What this instance had said of itself is not in the database any more. */
  readonly onForgotten: () => void;
  readonly log: Logger;
  readonly pace?: Pace;
}

interface Pace {
  readonly beatMilliseconds: number;
  /** An instance that was not seen for so long is dead, as far as who is there goes. */
  readonly silentMilliseconds: number;
}

const PACE: Pace = { beatMilliseconds: 5000, silentMilliseconds: 20_000 };
/** Pulses in a row that were sent and not heard. */
const UNHEARD_MAX = 2;

/**
 * Says every few seconds that this instance lives, clears up after those that do not, and listens for its own voice: a
 * line that carries it no more is renewed, whatever the sockets say.
 */
export class Heartbeat {
  readonly #dependencies: Dependencies;
  readonly #pace: Pace;
  #timer: NodeJS.Timeout | undefined;
  /** How often in a row it has beaten: only one who was there all the time may call others dead. */
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

  /** The database is back. */
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
