import type { HealthReport, RendererFacts } from '#shared/health.ts';

/** A check fails after 20 ticks, that is 2 s. Time in which the process stands still does not count: it cannot read an answer that has arrived. */
const TICK_MILLISECONDS = 100;
const CHECK_TICKS = 20;
const CACHE_MILLISECONDS = 1000;

/** A round trip to something that the service needs. Rejects on failure. */
export type Check = (signal: AbortSignal) => Promise<void>;

interface Dependencies {
  readonly version: string;
  readonly checks: Record<keyof HealthReport['checks'], Check>;
  /** The renderer now. The service works without one. */
  readonly renderer: () => RendererFacts;
}

/** Reports whether the service works, from checks that are at most a second old. */
export class HealthService {
  readonly #dependencies: Dependencies;
  readonly #startedAt = performance.now();
  #draining = false;
  #last: { readonly at: number; readonly checks: Promise<HealthReport['checks']> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async report(): Promise<HealthReport> {
    const checks = await this.#checks();
    const isOk = !this.#draining && Object.values(checks).every((check) => check === 'ok');
    return {
      status: isOk ? 'ok' : 'degraded',
      version: this.#dependencies.version,
      uptimeSeconds: Math.round((performance.now() - this.#startedAt) / 1000),
      checks,
      renderer: this.renderer().state,
    };
  }

  renderer(): RendererFacts {
    return this.#dependencies.renderer();
  }

  /** Makes the report degraded, so that a load balancer sends no new requests while running ones finish. */
  drain(): void {
    this.#draining = true;
  }

  #checks(): Promise<HealthReport['checks']> {
    const now = performance.now();
    if (this.#last === undefined || now - this.#last.at > CACHE_MILLISECONDS) this.#last = { at: now, checks: this.#run() };
    return this.#last.checks;
  }

  async #run(): Promise<HealthReport['checks']> {
    const { db, storage } = this.#dependencies.checks;
    const [dbResult, storageResult] = await Promise.all([outcomeOf(db), outcomeOf(storage)]);
    return { db: dbResult, storage: storageResult };
  }
}

/** The result of a check. The time limit applies even if the check ignores its signal. */
async function outcomeOf(check: Check): Promise<'ok' | 'error'> {
  const limit = new AbortController();
  const tooLate = Promise.withResolvers<'error'>();
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
    if (ticks < CHECK_TICKS) return;
    limit.abort();
    tooLate.resolve('error');
  }, TICK_MILLISECONDS);
  const outcome = check(limit.signal).then(
    () => 'ok' as const,
    () => 'error' as const,
  );
  const result = await Promise.race([outcome, tooLate.promise]);
  clearInterval(clock);
  return result;
}
