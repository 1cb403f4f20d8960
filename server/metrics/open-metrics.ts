import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { Metrics } from './metrics.ts';
import type { MetricSources } from './metric-sources.ts';
import { metricsApp, metricsRoute } from './metrics.route.ts';

/** The processes behind one port, of which each has metrics of its own. */
export interface Processes {
  /** The value of the label `worker` for this process. */
  readonly worker: string;
  /** Shares the metrics of this process, and returns what reads those of all. */
  readonly share: (own: () => Promise<string>) => () => Promise<readonly string[]>;
}

interface Surroundings {
  readonly config: Pick<Config, 'metrics'>;
  readonly log: Logger;
  /** Missing: this is the only process. */
  readonly processes?: Processes | undefined;
}

/** Starts to measure if the settings say so. Null otherwise. */
export function openMetrics({ config, log, processes }: Surroundings, sources: MetricSources) {
  const { token, port } = config.metrics;
  if (token === null && port === null) return null;
  const metrics = new Metrics(sources, processes?.worker ?? null);
  const own = () => metrics.text();
  const texts = processes?.share(own) ?? (async () => [await own()]);
  return {
    watcher: metrics,
    /** On the port of the application; null: there is another port for it. */
    route: port === null ? metricsRoute({ token, texts }) : null,
    /** On a port of its own; null: there is none. */
    app: port === null ? null : metricsApp({ token, texts }, log),
  };
}
