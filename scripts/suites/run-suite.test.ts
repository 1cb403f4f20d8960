import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSuite } from './run-suite.ts';
import type { Suite } from './suites.ts';
import { firstLine, paragraph, type Tally } from './tally.ts';

let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'lectern-suite-'));
});
afterAll(() => rm(scratch, { recursive: true }));

const neverAborted = new AbortController().signal;
const suite = (source: string, counts = false): Suite => ({ name: 'sample', title: 'A sample', args: ['-e', source], counts });
const WHOLE_SUITE = { name: 'A sample', message: 'crashed, found no tests or wrote no tally' };
const failure = { name: 'a.test.ts › adds', message: 'expected 3' };
const tallied = (tally: Tally, code: number): Suite =>
  suite(
    `fs.writeFileSync(process.env.LECTERN_TALLY_FILE, ${JSON.stringify(JSON.stringify(tally))}); process.exit(${code})`,
    true,
  );

describe('a check', () => {
  it('counts as one passed test', async () => {
    expect(await runSuite(suite(''), scratch, neverAborted)).toEqual({ passed: 1, failed: [], skipped: [], flaky: [] });
  });

  it('counts as one failed test if it fails', async () => {
    expect(await runSuite(suite('process.exit(3)'), scratch, neverAborted)).toEqual({
      passed: 0,
      failed: [{ name: 'A sample', message: '' }],
      skipped: [],
      flaky: [],
    });
  });
});

describe('a suite that counts its tests', () => {
  it('returns its tally', async () => {
    const tally = { passed: 4, failed: [failure, failure], skipped: [], flaky: [] };
    expect(await runSuite(tallied(tally, 1), scratch, neverAborted)).toEqual(tally);
  });

  it('fails if its exit code is not 0, even if the tally has no failures', async () => {
    const tally = { passed: 4, failed: [], skipped: [], flaky: [] };
    expect(await runSuite(tallied(tally, 1), scratch, neverAborted)).toMatchObject({ passed: 4, failed: [WHOLE_SUITE] });
  });

  it('fails if it writes no tally', async () => {
    expect(await runSuite(suite('', true), scratch, neverAborted)).toMatchObject({ passed: 0, failed: [WHOLE_SUITE] });
    expect(await runSuite(suite('process.exit(1)', true), scratch, neverAborted)).toMatchObject({
      passed: 0,
      failed: [WHOLE_SUITE],
    });
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
    expect(await run).toMatchObject({ failed: [{ name: 'A sample' }] });
    await expectGone(await pidIn(file));
  });
});

describe('the message of a failure', () => {
  it('is the first line of the error, without colours', () => {
    expect(firstLine('\u001B[31mexpected 3\u001B[39m\n  at line 4')).toBe('expected 3');
    expect(firstLine(undefined)).toBe('');
    expect(firstLine('x'.repeat(400))).toHaveLength(300);
    expect(paragraph('expect failed\n\nLocator:  a\nExpected: b\nReceived: c', 3)).toBe('expect failed; Locator: a; Expected: b');
  });
});
