import cluster from 'node:cluster';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
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
  /** Whether clients reach the server through a proxy. */
  readonly isProxied: boolean;
  /** The service, built or being built. Rejects if it could not be built. */
  readonly lectern: () => Promise<Lectern> | undefined;
}

const DRAIN_MILLISECONDS = 30_000;
/** How long new connections are accepted while health is degraded: proxies that check it every second have noticed by then. */
const NOTICE_MILLISECONDS = 3000;
/** How long idle connections stay open when no new ones are accepted any more. */
const LINGER_MILLISECONDS = 1000;

/**
 * Handles SIGTERM and Ctrl+C: health becomes degraded while running requests finish (at most 30 s). Then no more connections are accepted,
 * and database and storage are closed. A second Ctrl+C does not wait for requests. After SIGTERM, a proxy gets time to send its requests elsewhere.
 */
export function gracefulStop(running: Running): void {
  const requests = new RunningRequests(running.server);
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) running.server.closeAllConnections();
    else void stop(running, requests, running.isProxied && signal === 'SIGTERM');
    stopping = true;
  };
  process.on('SIGTERM', onSignal);
  // At a terminal, Ctrl+C reaches every process of the group. A worker waits for the signal of the primary process instead.
  process.on('SIGINT', cluster.isWorker ? () => undefined : onSignal);
}

async function stop(
  { server, log, abort, tracing, lectern }: Running,
  requests: RunningRequests,
  letsProxyNotice: boolean,
): Promise<void> {
  log.info('stopping');
  abort.abort(new Error('the server was told to stop'));
  const built = await lectern()?.catch(() => undefined);
  requests.endConnections();
  built?.drain();
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
  if (letsProxyNotice) await delay(NOTICE_MILLISECONDS);
  await requests.none();
  await nothingArrives(server);
  // The method of `http.Server` closes idle connections as well, on which a proxy may send a request now.
  const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([closed, delay(letsProxyNotice ? LINGER_MILLISECONDS : 0)]);
  await nothingArrives(server);
  server.closeIdleConnections();
  await closed;
  clearTimeout(patience);
  await built?.close();
  await tracing?.close();
  process.exit(0);
}

/** The most turns of the event loop for which `nothingArrives` waits, on a server that is never idle. */
const TURNS_MAX = 200;

/**
 * Waits until the event loop has looked for connections and requests twice and found none. Timers run before it looks, so what has arrived while
 * the process was busy would be reset by a close at that moment, and a proxy does not repeat a POST.
 */
async function nothingArrives(server: Server): Promise<void> {
  let hasArrived = true;
  const note = (): void => void (hasArrived = true);
  server.on('connection', note).on('request', note);
  for (let turn = 0; hasArrived && turn < TURNS_MAX; turn += 1) {
    hasArrived = false;
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', note).off('request', note);
}

/** The requests that a server is answering. */
class RunningRequests {
  readonly #responses = new Set<ServerResponse>();
  readonly #waiting: (() => void)[] = [];
  #endsConnections = false;

  constructor(server: Server) {
    // Before the handler, which may send the response at once.
    server.prependListener('request', (_request, response) => {
      this.#responses.add(response);
      if (this.#endsConnections) response.shouldKeepAlive = false;
      response.on('close', () => this.#end(response));
    });
  }

  /** From now on each response says that its connection ends, so that proxies send the next request elsewhere. */
  endConnections(): void {
    this.#endsConnections = true;
    for (const response of this.#responses) response.shouldKeepAlive = false;
  }

  /** Resolves when no request is running. */
  async none(): Promise<void> {
    if (this.#responses.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #end(response: ServerResponse): void {
    this.#responses.delete(response);
    if (this.#responses.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
