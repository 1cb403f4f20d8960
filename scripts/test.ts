/**
 * `npm test` runs all suites one after the other, even if one fails. `npm run check` runs the static ones. Arguments are names of
 * suites to run instead. The last line has the form `N passed, N failed[, N skipped]`; the exit code is 1 if a test failed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSuite } from './suites/run-suite.ts';
import { STATIC_CHECKS, suitesNamed } from './suites/suites.ts';
import type { Tally } from './suites/tally.ts';

const names = process.argv.slice(2);
const suites = suitesNamed(names.flatMap((name) => (name === '--static' ? STATIC_CHECKS : [name])));

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function sum({ passed, failed, skipped }: Tally): string {
  const parts = [`${String(passed)} passed`, `${String(failed.length)} failed`];
  if (skipped.length > 0) parts.push(`${String(skipped.length)} skipped`);
  return parts.join(', ');
}

const total: Tally = { passed: 0, failed: [], skipped: [], flaky: [] };
const summary: string[] = [];
const scratch = await mkdtemp(join(tmpdir(), 'lectern-test-'));
for (const suite of suites) {
  if (stop.signal.aborted) {
    total.failed.push({ name: suite.title, message: 'not run' });
    summary.push(`  not run  ${suite.title}`);
    continue;
  }
  console.log(`\n── ${suite.title}`);
  const started = performance.now();
  const tally = await runSuite(suite, scratch, stop.signal);
  total.passed += tally.passed;
  total.failed.push(...tally.failed);
  total.skipped.push(...tally.skipped);
  total.flaky.push(...tally.flaky);
  summary.push(`  ${tally.failed.length > 0 ? 'FAILED ' : 'passed '}  ${suite.title}: ${sum(tally)} (${seconds(started)})`);
}
await rm(scratch, { recursive: true });

console.log(`\n── Summary\n${summary.join('\n')}`);
for (const { name, message } of total.failed) console.log(`  failed   ${name}${message && `: ${message}`}`);
const reasons = Map.groupBy(total.skipped, ({ reason }) => reason || 'no reason given');
for (const [reason, tests] of reasons) console.log(`  skipped  ${String(tests.length)} × ${reason}`);
for (const { name, message } of total.flaky) console.log(`  flaky    failed first, then passed: ${name}: ${message}`);
console.log(`\n${sum(total)}`);
process.exitCode = total.failed.length > 0 ? 1 : 0;
