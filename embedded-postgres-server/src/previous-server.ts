import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';
import { type ProcessEntry, lookUpProcess, signalProcess } from './process-table.ts';

/** A fast shutdown writes a checkpoint, which takes seconds on a slow disk. */
const SHUTDOWN_LIMIT_MS = 30_000;
const POLL_MS = 10;

/**
 * Clears the remains of an earlier server so that a new one can start. The caller must hold the lock of the data directory. A live
 * server of this cluster is then an orphan, which is still shutting down after its Node process was killed; this function waits for
 * it. A pid file whose process is gone is left to PostgreSQL. A pid file that names a zombie or another program would block
 * PostgreSQL for ever.
 * @throws EmbeddedPostgresError when a server that this package did not start uses the cluster, or an orphan does not end.
 */
export async function clearPreviousServer(layout: Layout): Promise<void> {
  const pidFile = join(layout.cluster, 'postmaster.pid');
  const pid = await readPid(pidFile);
  if (pid === null) return;
  const found = await lookUpProcess(pid);
  if (isAlive(found) && isServerOf(layout, found)) {
    await endOrphan(layout, pid);
  } else if (isAlive(found) && isPostgres(found)) {
    throw new EmbeddedPostgresError(
      `A PostgreSQL server that this program did not start (process ${pid}) may be using ${layout.cluster}: stop it first.`,
    );
  } else if (found !== null) {
    await disownPid(pidFile);
  }
}

async function readPid(pidFile: string): Promise<number | null> {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isAlive(entry: ProcessEntry | null): entry is ProcessEntry {
  return entry !== null && !entry.zombie;
}

function isServerOf(layout: Layout, entry: ProcessEntry): boolean {
  return entry.command.includes(`cluster_name=${layout.clusterName}`);
}

function isPostgres(entry: ProcessEntry): boolean {
  return /(^|\/)postgres(:| |$)/.test(entry.command);
}

/**
 * Writes the pid of this process into the pid file. PostgreSQL treats its parent's pid there as stale. In contrast to a missing
 * file, it still checks that no child of the dead server is left.
 */
async function disownPid(pidFile: string): Promise<void> {
  const text = await readFile(pidFile, 'utf8');
  await writeFile(pidFile, text.replace(/^\s*\d+/, String(process.pid)));
}

async function endOrphan(layout: Layout, pid: number): Promise<void> {
  const deadline = Date.now() + SHUTDOWN_LIMIT_MS;
  signalProcess(pid, 'SIGINT');
  while (isAlive(await lookUpProcess(pid))) {
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(
        `An earlier PostgreSQL server (process ${pid}) on ${layout.cluster} does not end: stop it and start again.`,
      );
    await delay(POLL_MS);
  }
}
