import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anOrderedPackage, UNRULY_READER } from '#server/packages/testing/orders.ts';

const PARENT = fileURLToPath(new URL('../testing/reading-parent.ts', import.meta.url));

/** Whether a process runs. Linux keeps one that has ended in its list until its new parent asks for the exit code. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

it('a reader in an endless loop ends after its parent was killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-reader-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const order = await anOrderedPackage('spin');
  const file = path.join(folder, 'spin.stage');
  await writeFile(file, order.bytes);
  const parent = spawn(process.execPath, [PARENT, UNRULY_READER.href, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const reader = await order.started();
  onTestFinished(() => void (runs(reader) && process.kill(reader, 'SIGKILL')));
  expect(runs(reader)).toBe(true);
  parent.kill('SIGKILL');
  await eventually(() => !runs(reader));
});
