import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { loadOrCreateSecret } from './auth/secret.ts';
import type { Config } from './config.ts';
import { startEmbeddedDatabase } from './db/embedded-postgres.ts';
import { gatherMetrics } from './worker-metrics.ts';

/** The delay before a worker that ended is replaced, so that workers that cannot start do not restart in a tight loop. */
const REPLACE_MILLISECONDS = 1000;

/** Whether this process only supervises the workers. */
export function leadsWorkers(config: Config): boolean {
  return cluster.isPrimary && config.workers > 1;
}

/** Whether this process runs the tasks that run once per start: it is the first worker, or the only process. */
export function isFirst(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/**
 * Runs the service in several processes that share the port, and replaces those that end. Like instances on different machines, the
 * processes communicate only through the database. This process owns what only one process can own: the embedded database and the
 * secret. Returns the exit code after it was told to stop and all workers have ended.
 */
export async function runWorkers(config: Config, log: Logger): Promise<number> {
  const secret = config.auth.secret ?? (await loadOrCreateSecret(config.dataDir));
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedDatabase({
          dataDir: config.dataDir,
          processes: config.workers,
          log: (line) => log.debug({ from: 'postgresql' }, line),
        })
      : null;
  try {
    return await supervise({
      count: config.workers,
      settings: {
        ...(embedded && { DATABASE_URL: embedded.url }),
        ...(config.auth.secret === null && { AUTH_SECRET: secret }),
      },
      log,
    });
  } finally {
    await embedded?.stop();
  }
}

interface Crew {
  readonly count: number;
  /** Environment variables of the workers, in addition to those of this process. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** Starts the first worker alone: it runs migrations and creates the link for the first admin. If it cannot start, no other can. */
function supervise({ count, settings, log }: Crew): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let stopping = false;
  gatherMetrics();
  // Each worker accepts connections itself. Node's default hands them out from this process, and one that was handed to a worker that is
  // killed at that moment is neither answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const first = cluster.fork(settings);
  const tellAll = () => {
    stopping = true;
    for (const worker of living()) worker.process.kill('SIGTERM');
  };
  process.on('SIGTERM', tellAll);
  process.on('SIGINT', tellAll);

  let serving = false;
  let joining = settings;
  first.on('message', (port: unknown) => {
    // Its other messages are about metrics.
    if (serving || typeof port !== 'number') return;
    serving = true;
    // PORT may have been 0, which means any free port.
    joining = { ...settings, PORT: String(port) };
    const others = stopping ? 0 : count - 1;
    for (let started = 0; started < others; started += 1) cluster.fork(joining);
  });
  cluster.on('exit', (worker, code) => {
    if (!serving && worker === first) stopping = true;
    if (stopping && living().length === 0) return resolve(serving ? 0 : code);
    if (stopping) return;
    log.error({ pid: worker.process.pid, code }, 'a worker has ended and will be replaced');
    setTimeout(() => stopping || cluster.fork(joining), REPLACE_MILLISECONDS);
  });
  return promise;
}

/** Reports to the supervising process that this worker serves, and on which port. */
export function reportServing(port: number): void {
  cluster.worker?.send(port);
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}
