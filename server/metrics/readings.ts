import { Counter, Gauge, type Registry } from '@prometheus-io/client';

/** How long a reading may take. Prometheus waits ten seconds for all of them. */
export const READ_MILLISECONDS = 2000;

type Value = number | Promise<number>;

/** Metrics whose values are read when someone asks for them. A reading that fails or takes too long is `NaN`. */
export class Readings {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** A value that rises and falls. */
  gauge(name: string, help: string, read: () => Value): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await valueOf(read));
      },
    });
    this.#registry.registerMetric(gauge);
  }

  /** A value for each name, which is in the label. */
  gauges<Name extends string>(name: string, help: string, label: string, read: Readonly<Record<Name, () => Value>>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      async collect() {
        const readings: [string, () => Value][] = Object.entries<() => Value>(read);
        for (const [each, of] of readings) this.set({ [label]: each }, await valueOf(of));
      },
    });
    this.#registry.registerMetric(gauge);
  }

  /** A number that only rises while the process runs. */
  counter(name: string, help: string, read: () => number): void {
    const counter = new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
    this.#registry.registerMetric(counter);
  }
}

async function valueOf(read: () => Value): Promise<number> {
  const { promise: tooLate, resolve } = Promise.withResolvers<number>();
  const timer = setTimeout(() => resolve(Number.NaN), READ_MILLISECONDS);
  try {
    return await Promise.race([read(), tooLate]);
  } catch {
    return Number.NaN;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads once for all who ask within a second. */
export function readOnce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let last: { readonly at: number; readonly result: Promise<Result> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > 1000) last = { at, result: read() };
    return last.result;
  };
}
