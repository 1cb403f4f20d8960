import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Lectern } from './build.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface Running {
  readonly server: Server;
  readonly log: Logger;
  /** Ends the waits of a start that has not completed. */
  readonly abort: AbortController;
  /** Null: there are no traces. */
  readonly tracing: Tracing | null;
  /** The service, built or being built. Rejects if it could not be built. */
  readonly lectern: () => Promise<Lectern> | undefined;
}

const DRAIN_MILLISECONDS = 30_000;

/**
 * Handles SIGTERM and Ctrl+C: health becomes degraded while running requests finish (at most 30 s). Then no more connections are accepted,
 * and database and storage are closed. A second Ctrl+C does not wait for requests.
 */
export function gracefulStop(running: Running): void {
  const requests = new RunningRequests(running.server);
  let stopping = false;
  const onSignal = () => {
    if (stopping) running.server.closeAllConnections();
    else void stop(running, requests);
    stopping = true;
  };
  process.on('SIGTERM', onSignal);
  // At a terminal, Ctrl+C reaches every process of the group. A worker waits for the signal of the primary process instead.
  process.on('SIGINT', cluster.isWorker ? () => undefined : onSignal);
}

async function stop({ server, log, abort, tracing, lectern }: Running, requests: RunningRequests): Promise<void> {
  log.info('stopping');
  abort.abort(new Error('the server was told to stop'));
  const built = await lectern()?.catch(() => undefined);
  built?.drain();
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
  await requests.none();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(patience);
  await built?.close();
  await tracing?.close();
  process.exit(0);
}

/** Counts the requests that a server is answering. */
class RunningRequests {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(server: Server) {
    server.on('request', (_request, response) => {
      this.#count += 1;
      response.on('close', this.#end);
    });
  }

  /** Resolves when no request is running. */
  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  readonly #end = (): void => {
    this.#count -= 1;
    if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  };
}
