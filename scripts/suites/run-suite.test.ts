import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSuite } from './run-suite.ts';
import type { Suite } from './suites.ts';

let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'lectern-suite-'));
});
afterAll(() => rm(scratch, { recursive: true }));

const neverAborted = new AbortController().signal;
const suite = (source: string, counts = false): Suite => ({ name: 'sample', title: 'A sample', args: ['-e', source], counts });
const tallied = (passed: number, failed: number, code: number): Suite =>
  suite(
    `fs.writeFileSync(process.env.LECTERN_TALLY_FILE, '{"passed":${passed},"failed":${failed},"skipped":[],"flaky":[]}'); process.exit(${code})`,
    true,
  );

describe('a check', () => {
  it('counts as one passed test', async () => {
    expect(await runSuite(suite(''), scratch, neverAborted)).toEqual({ passed: 1, failed: 0, skipped: [], flaky: [] });
  });

  it('counts as one failed test if it fails', async () => {
    expect(await runSuite(suite('process.exit(3)'), scratch, neverAborted)).toEqual({
      passed: 0,
      failed: 1,
      skipped: [],
      flaky: [],
    });
  });
});

describe('a suite that counts its tests', () => {
  it('returns its tally', async () => {
    expect(await runSuite(tallied(4, 2, 1), scratch, neverAborted)).toMatchObject({ passed: 4, failed: 2 });
  });

  it('fails if its exit code is not 0, even if the tally has no failures', async () => {
    expect(await runSuite(tallied(4, 0, 1), scratch, neverAborted)).toMatchObject({ passed: 4, failed: 1 });
  });

  it('fails if it writes no tally', async () => {
    expect(await runSuite(suite('', true), scratch, neverAborted)).toMatchObject({ passed: 0, failed: 1 });
    expect(await runSuite(suite('process.exit(1)', true), scratch, neverAborted)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('a process that a suite has started', () => {
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const starting = (file: string, then: string): Suite =>
    suite(`
      const child = child_process.spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      fs.writeFileSync(${JSON.stringify(file)}, String(child.pid));
      ${then}
    `);
  const pidIn = async (file: string): Promise<number> => Number(await readFile(file, 'utf8').catch(() => '0'));
  const expectGone = async (pid: number): Promise<void> => {
    await expect.poll(() => isRunning(pid)).toBe(false);
  };

  it('is stopped when the suite ends', async () => {
    const file = join(scratch, 'left-behind');
    await runSuite(starting(file, 'process.exit(0)'), scratch, neverAborted);
    await expectGone(await pidIn(file));
  });

  it('is stopped when the run is aborted', async () => {
    const file = join(scratch, 'interrupted');
    const stop = new AbortController();
    const run = runSuite(starting(file, ''), scratch, stop.signal);
    while ((await pidIn(file)) === 0) await delay(20);
    stop.abort();
    expect(await run).toMatchObject({ failed: 1 });
    await expectGone(await pidIn(file));
  });
});
