import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Lectern } from './build.ts';

interface Running {
  readonly server: Server;
  readonly log: Logger;
  /** Ends the waits of a start that is still under way. */
  readonly abort: AbortController;
  readonly lectern: () => Lectern | undefined;
}

const DRAIN_MILLISECONDS = 30_000;

/**
 * SIGTERM and Ctrl+C: health turns degraded, no new connections, running requests finish (at most 30 s),
 * then database and storage are let go. A second Ctrl+C does not wait for requests.
 */
export function gracefulStop(running: Running): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) running.server.closeAllConnections();
    else void stop(running);
    stopping = true;
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

async function stop({ server, log, abort, lectern }: Running): Promise<void> {
  log.info('stopping');
  lectern()?.drain();
  abort.abort(new Error('the server was told to stop'));
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(patience);
  await lectern()?.close();
  process.exit(0);
}
