import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Suite } from './suites.ts';
import { takeTally, TALLY_FILE, type Tally } from './tally.ts';

const root = join(import.meta.dirname, '../..');
/** How long a suite may take to stop before it is killed. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * Runs one suite and returns its tally. Its output goes to the output of this process.
 *
 * @param scratch folder for temporary files
 * @param signal stops the suite and all processes that it has started
 */
export async function runSuite(suite: Suite, scratch: string, signal: AbortSignal): Promise<Tally> {
  const tallyFile = join(scratch, `${suite.name}.json`);
  const child = spawn(process.execPath, suite.args, {
    cwd: root,
    env: { ...process.env, [TALLY_FILE]: tallyFile },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, so that browsers and databases that the suite starts can be stopped with it.
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
  signalGroup(child, 'SIGKILL'); // processes that the suite has left running

  if (!suite.counts) {
    const failed = succeeded ? [] : [{ name: suite.title, message: '' }];
    return { passed: 1 - failed.length, failed, skipped: [], flaky: [] };
  }
  const tally = await takeTally(tallyFile);
  if (tally !== null && (succeeded || tally.failed.length > 0)) return tally;
  const failed = [{ name: suite.title, message: 'crashed, found no tests or wrote no tally' }];
  return { passed: 0, skipped: [], flaky: [], ...tally, failed };
}

async function endGroup(child: ChildProcess, ended: Promise<boolean>): Promise<void> {
  signalGroup(child, 'SIGINT');
  const timeout = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timeout);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // No process is left in the group.
  }
}
