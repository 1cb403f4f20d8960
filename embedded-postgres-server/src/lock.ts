import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';

const SQLITE_BUSY = 5;

/** What the holder of the lock records about itself. */
const holderSchema = z.object({
  pid: z.int(),
  /** ISO 8601 */
  startedAt: z.string(),
  socketDirectory: z.string(),
});
export type Holder = z.infer<typeof holderSchema>;

export interface DataDirectoryLock {
  /** The record of a process that did not shut down properly. */
  readonly previous: Holder | null;
  describe(holder: Holder): void;
  release(): void;
}

/** The open handle is the lock. This reference keeps the garbage collector from closing it. */
const held = new Set<DatabaseSync>();

/**
 * Locks the data directory for this process. Node has no flock, but SQLite takes a real kernel lock: it ends with the process (even
 * by kill -9), cannot go stale, does not depend on pids and also works between containers that share the directory. The SQLite
 * database stays empty.
 * @throws EmbeddedPostgresError naming the directory and the pid when another process holds the lock.
 */
export function lockDataDirectory(layout: Layout): DataDirectoryLock {
  const handle = openLocked(layout);
  held.add(handle);
  return {
    previous: readHolder(layout),
    describe(holder) {
      writeFileSync(layout.holder, `${JSON.stringify(holder)}\n`);
    },
    release() {
      if (!held.delete(handle)) return;
      rmSync(layout.holder, { force: true });
      handle.close();
    },
  };
}

/**
 * The process that holds the lock of the directory. Null if none does.
 * @throws EmbeddedPostgresError when the process has not recorded yet where its server listens.
 */
export function currentHolder(layout: Layout): Holder | null {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(layout.lock);
    handle.exec('BEGIN EXCLUSIVE');
    return null;
  } catch (error) {
    const holder = readHolder(layout);
    if (!isBusy(error) || holder === null) throw new EmbeddedPostgresError(refusal(layout, error), { cause: error });
    return holder;
  } finally {
    handle?.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function openLocked(layout: Layout): DatabaseSync {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(layout.lock);
    handle.exec('BEGIN EXCLUSIVE');
    return handle;
  } catch (error) {
    handle?.close();
    throw new EmbeddedPostgresError(refusal(layout, error), { cause: error });
  }
}

function refusal(layout: Layout, error: unknown): string {
  if (!isBusy(error)) return `The data directory ${layout.root} cannot be locked by this user: ${String(error)}.`;
  const holder = readHolder(layout);
  const who = holder ? `process ${holder.pid}, running since ${holder.startedAt}` : 'another process that is just starting';
  return `The data directory ${layout.root} is in use by ${who}. Stop it first, or use another directory.`;
}

function readHolder(layout: Layout): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(layout.holder, 'utf8')));
  } catch {
    return null; // absent, or truncated by a crash; it is only used for a message and for clean-up
  }
}
