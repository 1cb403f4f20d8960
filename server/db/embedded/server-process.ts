import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { Guard } from './guard.ts';
import type { Layout } from './layout.ts';
import type { LineLog } from './line-log.ts';
import { under, wrapped } from './programs.ts';
import { approach } from './reach.ts';
import { serverSettings } from './settings.ts';

/** What it takes to start the server; the same for every restart. */
export interface ServerPlan {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly socketDirectory: string;
}

/** A fast shutdown that takes longer is made an immediate one: the next start replays the log. */
const SHUTDOWN_LIMIT_MS = 20_000;

/** Time for requests that hold a connection, while the whole service is being shut down (systemd signals every process). */
const SMART_SHUTDOWN_LIMIT_MS = 2_000;

/** Waits for the word that the guard stands, then becomes PostgreSQL (same pid). */
const SCRIPT = 'read -r go && exec "$@" </dev/null';

/** One life of the PostgreSQL server. */
export class ServerProcess {
  readonly #child: ChildProcess;
  /** Resolves when the server and all its children have ended, with how it ended in words. */
  readonly ended: Promise<string>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = howItEnded(child);
  }

  /**
   * Starts the server under its guard; it is not ready yet.
   * @throws EmbeddedPostgresError when it cannot be spawned.
   */
  static async launch(plan: ServerPlan, log: LineLog): Promise<ServerProcess> {
    const child = await spawnServer(plan);
    if (child.pid === undefined) throw await spawnFailure(child);
    const server = new ServerProcess(child);
    if (child.stderr) log.follow(child.stderr, (line) => server.#hear(line));
    const guard = new Guard(child.pid, plan.account, plan.layout.clusterName);
    child.once('exit', () => guard.release());
    child.stdin?.on('error', () => undefined); // it ended before the word reached it: `ended` tells
    child.stdin?.end('go\n');
    return server;
  }

  /** Whether a line is worth passing on: the answer to our own asking whether it is ready is not. */
  #hear(line: string): boolean {
    if (line.includes('received smart shutdown request')) this.#shortenSmartShutdown();
    return !line.includes('the database system is starting up');
  }

  /**
   * Somebody sent the server SIGTERM. It would then refuse every new connection for as long as an old one
   * stays, and our pool's stay for ever; so it gets a moment and is ended, and can be started again.
   */
  #shortenSmartShutdown(): void {
    const timer = setTimeout(() => this.#child.kill('SIGINT'), SMART_SHUTDOWN_LIMIT_MS);
    void this.ended.then(() => clearTimeout(timer));
  }

  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  async stop(): Promise<void> {
    const impatience = setTimeout(() => this.#child.kill('SIGQUIT'), SHUTDOWN_LIMIT_MS);
    this.#child.kill('SIGINT');
    await this.ended;
    clearTimeout(impatience);
  }
}

async function spawnServer({ layout, binaries, account, socketDirectory }: ServerPlan): Promise<ChildProcess> {
  const { cwd, path } = await approach(account, layout.cluster);
  const settings = serverSettings(socketDirectory, layout.clusterName);
  const { file, args } = wrapped(account, program(binaries, 'postgres'), ['-D', path, ...settings]);
  return spawn('/bin/sh', ['-c', SCRIPT, 'lectern-postgres', file, ...args], {
    ...under(account),
    cwd,
    detached: true, // like the guard: Ctrl+C is for Node
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

/** `close` comes when nobody holds its output any more, so no backend is left on the data either. */
function howItEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
}
