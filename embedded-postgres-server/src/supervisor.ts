import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import type { LineLog } from './line-log.ts';
import { clearPreviousServer } from './previous-server.ts';
import { waitUntilReady } from './readiness.ts';
import { type ServerPlan, ServerProcess } from './server-process.ts';

const FIRST_DELAY_MS = 50;
/** The longest delay before a restart: requests recover within 5 s. */
const LONGEST_DELAY_MS = 3_000;

/** Keeps one server running: when it dies unexpectedly, it is started again. */
export class Supervisor {
  readonly #plan: ServerPlan;
  readonly #log: LineLog;
  readonly #stopping = new AbortController();
  #server: ServerProcess;
  #watch: Promise<void> = Promise.resolve();

  private constructor(plan: ServerPlan, log: LineLog, server: ServerProcess) {
    this.#plan = plan;
    this.#log = log;
    this.#server = server;
  }

  /**
   * Starts the server and waits until it answers.
   * @throws EmbeddedPostgresError when the first start fails; later starts are retried indefinitely.
   */
  static async start(plan: ServerPlan, log: LineLog): Promise<Supervisor> {
    try {
      const server = await startServer(plan, log, new AbortController().signal);
      const supervisor = new Supervisor(plan, log, server);
      supervisor.#watch = supervisor.#keepRunning();
      return supervisor;
    } catch (error) {
      throw error instanceof EmbeddedPostgresError ? explained(error, log) : error;
    }
  }

  /** Shuts the server down and does not restart it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#server.stop();
    await this.#watch;
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      const how = await this.#server.ended;
      if (this.#stopping.signal.aborted) return;
      this.#log.write(`PostgreSQL ended by itself (${how}); starting it again`);
      await this.#restart();
      if (this.#stopping.signal.aborted) break;
    }
    await this.#server.stop(); // it was restarted while `stop` was running
  }

  /** Retries until the server runs or `stop` is called. */
  async #restart(): Promise<void> {
    for (let wait = FIRST_DELAY_MS; !this.#stopping.signal.aborted; wait = Math.min(wait * 2, LONGEST_DELAY_MS)) {
      try {
        await delay(wait, undefined, { signal: this.#stopping.signal });
        this.#server = await startServer(this.#plan, this.#log, this.#stopping.signal);
        return;
      } catch (error) {
        if (!this.#stopping.signal.aborted) this.#log.write(String(error));
      }
    }
  }
}

function explained(error: EmbeddedPostgresError, log: LineLog): EmbeddedPostgresError {
  const said = log.recent === '' ? '' : ` It said:\n${log.recent}`;
  return new EmbeddedPostgresError(`${error.message}${said}`, { cause: error });
}

async function startServer(plan: ServerPlan, log: LineLog, signal: AbortSignal): Promise<ServerProcess> {
  await clearPreviousServer(plan.layout);
  const server = await ServerProcess.launch(plan, log);
  try {
    await waitUntilReady(server, plan, signal);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
