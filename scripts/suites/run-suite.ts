import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Suite } from './suites.ts';
import { takeTally, TALLY_FILE, type Tally } from './tally.ts';

const root = join(import.meta.dirname, '../..');
const PATIENCE_MS = 15_000;

/** Runs one suite, its output going straight to ours, and says what it did. When `signal` fires nothing of it stays behind. */
export async function runSuite(suite: Suite, scratch: string, signal: AbortSignal): Promise<Tally> {
  const tallyFile = join(scratch, `${suite.name}.json`);
  const child = spawn(process.execPath, suite.args, {
    cwd: root,
    env: { ...process.env, [TALLY_FILE]: tallyFile },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, so that the whole of it can be ended, browsers and databases included.
    detached: true,
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
  const stop = (): void => void endGroup(child, ended);
  signal.addEventListener('abort', stop, { once: true });
  const succeeded = await ended;
  signal.removeEventListener('abort', stop);
  signalGroup(child, 'SIGKILL'); // whatever it has left running

  if (!suite.counts) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: [], flaky: [] };
  const tally = await takeTally(tallyFile);
  if (tally !== null && (succeeded || tally.failed > 0)) return tally;
  // It has failed as a whole: it crashed, found no tests, or never said what it did.
  return { passed: 0, skipped: [], flaky: [], ...tally, failed: 1 };
}

async function endGroup(child: ChildProcess, ended: Promise<boolean>): Promise<void> {
  signalGroup(child, 'SIGINT');
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(insist);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}
