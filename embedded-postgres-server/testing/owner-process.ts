import { type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A Node process that owns a server. */
export interface OwnerProcess {
  readonly pid: number;
  readonly url: string;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
}

export interface OwnerOptions extends Pick<SpawnOptions, 'uid' | 'gid'> {
  /** A command to put before node (`unshare …`). */
  readonly wrapper?: readonly string[];
}

const SCRIPT = join(import.meta.dirname, 'owner.ts');

/**
 * Starts a process on a directory and waits until its database answers.
 * @throws Error with its error output when it does not start.
 */
export async function startOwner(directory: string, { wrapper = [], ...identity }: OwnerOptions = {}): Promise<OwnerProcess> {
  const [file, ...args] = [...wrapper, process.execPath, SCRIPT, directory];
  const child = spawn(file, args, { ...identity, stdio: 'pipe' });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const complaints = text(child.stderr);
  const { value: url, done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (done || child.pid === undefined) throw new Error(await complaints);
  return {
    pid: child.pid,
    url,
    ended,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
