import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';
import type { Layout } from './layout.ts';
import { under } from './programs.ts';

/**
 * Waits for input on stdin; only this Node process holds the other end. A line means that the server has ended and there is nothing
 * to guard (its pid may belong to another process by now). If the stream ends without a line, Node is gone for whatever reason, and
 * the server is told to shut down.
 */
const SCRIPT = 'read -r done || kill -INT "$1"';

/** Shuts the server down when this process dies, even by kill -9. */
export class Guard {
  readonly #shell: ChildProcess;
  /** Resolves when the guard's own process has ended. */
  readonly ended: Promise<void>;

  /** @param layout its names show in the process list which server is guarded */
  constructor(serverPid: number, account: Account, { name, clusterName }: Layout) {
    // Runs in its own session: Ctrl+C should reach only Node, which finishes its requests before the database stops.
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, `${name}-guard`, String(serverPid), clusterName], {
      ...under(account),
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.stdin?.on('error', () => undefined); // the guard was killed; the server is not affected
    this.ended = new Promise((resolve) => {
      for (const event of ['exit', 'error']) this.#shell.on(event, () => resolve());
    });
  }

  /** Call once the server has ended. */
  release(): void {
    this.#shell.stdin?.end('done\n');
  }
}
