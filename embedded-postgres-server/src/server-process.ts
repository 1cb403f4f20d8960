import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { Guard } from './guard.ts';
import type { Layout } from './layout.ts';
import type { LineLog } from './line-log.ts';
import { approach, under, wrapped } from './programs.ts';
import { type Settings, serverSettings } from './settings.ts';

/** What is needed to start the server; the same for every restart. */
export interface ServerPlan {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly socketDirectory: string;
  readonly settings: Settings;
}

/** A fast shutdown that takes longer becomes an immediate one; the next start then replays the write-ahead log. */
const SHUTDOWN_LIMIT_MS = 20_000;

/** Time for requests that hold a connection while the whole service is shutting down (systemd signals every process). */
const SMART_SHUTDOWN_LIMIT_MS = 2_000;

/** Waits for a line, sent once the guard runs, then becomes PostgreSQL (same pid). */
const SCRIPT = 'read -r go && exec "$@" </dev/null';

/** One run of the PostgreSQL server, from start to end. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #guard: Guard;
  /** Resolves when the server and all its child processes have ended, with a description of how. */
  readonly ended: Promise<string>;

  private constructor(child: ChildProcess, guard: Guard) {
    this.#child = child;
    this.#guard = guard;
    this.ended = howItEnded(child);
  }

  /**
   * Starts the server and its guard, without waiting until it is ready.
   * @throws EmbeddedPostgresError when it cannot be spawned.
   */
  static async launch(plan: ServerPlan, log: LineLog): Promise<ServerProcess> {
    const child = await spawnServer(plan);
    if (child.pid === undefined) throw await spawnFailure(child);
    const guard = new Guard(child.pid, plan.account, plan.layout);
    const server = new ServerProcess(child, guard);
    if (child.stderr) log.follow(child.stderr, (line) => server.#hear(line));
    child.once('exit', () => guard.release());
    child.stdin?.on('error', () => undefined); // it ended before it read the line; `ended` reports that
    child.stdin?.end('go\n');
    return server;
  }

  /** Whether to pass a line on. The server's answer to the readiness check is not passed on. */
  #hear(line: string): boolean {
    if (line.includes('received smart shutdown request')) this.#shortenSmartShutdown();
    return !line.includes('the database system is starting up');
  }

  /**
   * Handles a SIGTERM that another process sent to the server. The server then refuses new connections while an old one is open,
   * and the connections of a pool never close. So it gets a short time, is shut down, and can be started again.
   */
  #shortenSmartShutdown(): void {
    const timer = setTimeout(() => this.#child.kill('SIGINT'), SMART_SHUTDOWN_LIMIT_MS);
    void this.ended.then(() => clearTimeout(timer));
  }

  /** Requests a fast shutdown: open transactions are rolled back, and committed data is on disk. No process is left afterwards. */
  async stop(): Promise<void> {
    const impatience = setTimeout(() => this.#child.kill('SIGQUIT'), SHUTDOWN_LIMIT_MS);
    this.#child.kill('SIGINT');
    await this.ended;
    clearTimeout(impatience);
    await this.#guard.ended;
  }
}

async function spawnServer(plan: ServerPlan): Promise<ChildProcess> {
  const { layout, binaries, account } = plan;
  const { cwd, path } = await approach(account, layout.cluster);
  const settings = serverSettings(plan.settings, plan.socketDirectory, layout.clusterName);
  const { file, args } = wrapped(account, program(binaries, 'postgres'), ['-D', path, ...settings]);
  return spawn('/bin/sh', ['-c', SCRIPT, `${layout.name}-postgres`, file, ...args], {
    ...under(account),
    cwd,
    detached: true, // as with the guard, Ctrl+C should reach only Node
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

function spawnFailure(child: ChildProcess): Promise<EmbeddedPostgresError> {
  return new Promise((resolve) => {
    child.once('error', (cause) =>
      resolve(new EmbeddedPostgresError(`PostgreSQL could not be spawned: ${cause.message}`, { cause })),
    );
  });
}

/** Describes how the server ended. `close` is emitted once no process holds its output, so no backend uses the data either. */
function howItEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
}
