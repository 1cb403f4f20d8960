import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { under } from './programs.ts';

/**
 * Waits on its stdin, whose other end only this Node holds. A line means that the server has ended and
 * there is nothing to guard (its pid may be somebody else's by now); the end of the stream without
 * one means that Node is gone, however it went, and the server is told to shut down.
 */
const SCRIPT = 'read -r done || kill -INT "$1"';

/** Ends the server when this process dies, kill -9 included. */
export class Guard {
  readonly #shell: ChildProcess;

  /** @param clusterName lets people see in the process list what is guarded. */
  constructor(serverPid: number, account: Account, clusterName: string) {
    // a session of its own: Ctrl+C is for Node, which lets requests finish before the database goes
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'lectern-guard', String(serverPid), clusterName], {
      ...under(account),
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.stdin?.on('error', () => undefined); // somebody killed the guard: the server is unharmed
    this.#shell.on('error', () => undefined);
  }

  /** Call once the server has ended. */
  release(): void {
    this.#shell.stdin?.end('done\n');
  }
}
