import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { loadOrCreateSecret } from './auth/secret.ts';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';

/** A worker that ends by itself is replaced after this long, so that one that cannot start does not spin. */
const REPLACE_MILLISECONDS = 1000;

/** Whether this process only looks after others, which do the work. */
export function leadsWorkers(config: Config): boolean {
  return cluster.isPrimary && config.workers > 1;
}

/** Whether what is done once at a start falls to this process: the first of the workers, or the only process. */
export function isFirst(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/**
 * Runs the service in several processes that share the port, and replaces those that end. They know of each other
 * no more than instances on different machines do: through the database. What only one process can own, the embedded
 * database and its secret, belongs to this one. Returns the exit code, once it was told to stop and all have ended.
 */
export async function runWorkers(config: Config, log: Logger): Promise<number> {
  const secret = config.auth.secret ?? (await loadOrCreateSecret(config.dataDir));
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
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
  /** What the workers are told beside this process's own environment. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** The first starts alone: migrations and the link for the first admin are its work, and what keeps it from starting keeps all. */
function supervise({ count, settings, log }: Crew): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let stopping = false;
  const first = cluster.fork(settings);
  const tellAll = () => {
    stopping = true;
    for (const worker of living()) worker.process.kill('SIGTERM');
  };
  process.on('SIGTERM', tellAll);
  process.on('SIGINT', tellAll);

  let serving = false;
  let joining = settings;
  first.once('message', (port: number) => {
    serving = true;
    // PORT may have been 0: any.
    joining = { ...settings, PORT: String(port) };
    const others = stopping ? 0 : count - 1;
    for (let started = 0; started < others; started += 1) cluster.fork(joining);
  });
  cluster.on('exit', (worker, code) => {
    if (!serving && worker === first) stopping = true;
    if (stopping && living().length === 0) return resolve(serving ? 0 : code);
    if (stopping) return;
    log.error({ pid: worker.process.pid, code }, 'a worker has ended; another takes its place');
    setTimeout(() => stopping || cluster.fork(joining), REPLACE_MILLISECONDS);
  });
  return promise;
}

/** Tells the process that looks after this one that it serves, and where. */
export function reportServing(port: number): void {
  cluster.worker?.send(port);
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}
