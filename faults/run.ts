/**
 * `npm run test:faults -- --rounds 500 --seed 1`: random faults while clients use the service, for as many rounds. Every invariant is checked
 * after each round; the first that does not hold ends the run with code 1. With the variables `S3_…` of the tests the store is S3.
 *
 * `--each` causes each fault once instead, as `npm test` does: with the store on disk, and then those of S3 if the variables are there.
 */
import { parseArgs } from 'node:util';
import { firstLine, type Tally, writeTally } from '#scripts/suites/tally.ts';
import type { S3Config } from '#server/storage/s3-client.ts';
import { s3FromEnvironment } from '#server/storage/testing/s3.ts';
import { FAULTS, FAULTS_OF_S3 } from './faults.ts';
import { type RoundReport, runRounds } from './rounds.ts';

/** The service should be healthy within this time. A busy machine takes longer, so it is reported, but is no violation. */
const RECOVERY_MILLISECONDS = 5_000;

/** Longer than any fault, with all the time limits that a request may reach because of it. Such a request is reported, but is no violation. */
const SLOW_MILLISECONDS = 20_000;

/** The S3 service of the tests; a text says why there is none. */
const s3 = s3FromEnvironment();

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    each: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string', default: typeof s3 === 'string' ? 'disk' : 's3' },
  },
});

const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error('--rounds and --seed are whole numbers.');

const reports: RoundReport[] = [];
const tally: Tally = { passed: 0, failed: [], skipped: [], flaky: [] };
try {
  if (values.each) await eachFault();
  else {
    console.log(`${rounds} rounds with the store on ${values.store}, seed ${seed}`);
    await runRounds({ rounds, faults: FAULTS, seed, s3: values.store === 's3' ? s3Service() : null, onRound: tell });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  tally.failed.push({ name: 'faults', message: firstLine(String(error)) });
  process.exitCode = 1;
}
summarize();
await writeTally({ ...tally, passed: reports.length });

async function eachFault(): Promise<void> {
  console.log(`Each fault once, seed ${seed}`);
  const onLeftOut = (name: string, reason: string) => void tally.skipped.push({ name, reason });
  const elsewhere = new Set(FAULTS_OF_S3);
  const each = { rounds: 'each', seed, onRound: tell, onLeftOut } as const;
  await runRounds({ ...each, faults: FAULTS.filter((fault) => !elsewhere.has(fault)), s3: null });
  if (typeof s3 !== 'string') await runRounds({ ...each, faults: FAULTS_OF_S3, s3: s3Service() });
  else for (const { name } of FAULTS_OF_S3) onLeftOut(name, s3);
}

function tell(report: RoundReport): void {
  reports.push(report);
  const { round, seed: own, fault, succeeded, failed, recoveryMilliseconds, removed } = report;
  const { milliseconds, checkMilliseconds, slowest } = report;
  console.log(
    `round ${round}, seed ${own}: ${fault}; ${succeeded} requests succeeded, ${failed} did not; healthy after ${recoveryMilliseconds} ms; ${removed} unused files removed; ${seconds(milliseconds)}, of which checks ${seconds(checkMilliseconds)}`,
  );
  if (slowest.milliseconds > SLOW_MILLISECONDS)
    console.log(`  a request has taken ${seconds(slowest.milliseconds)}: ${slowest.what}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function summarize(): void {
  const late = reports.filter(({ recoveryMilliseconds }) => recoveryMilliseconds > RECOVERY_MILLISECONDS);
  const sum = (name: 'succeeded' | 'failed' | 'removed') => reports.reduce((total, report) => total + report[name], 0);
  console.log(
    `${reports.length} rounds without a violation; ${sum('succeeded')} requests succeeded, ${sum('failed')} did not; ${sum('removed')} unused files removed`,
  );
  for (const [fault, of] of Map.groupBy(reports, (report) => report.fault))
    console.log(
      `  ${of.length} × ${fault}: healthy after at most ${Math.max(...of.map((each) => each.recoveryMilliseconds))} ms`,
    );
  const mean = reports.reduce((total, { milliseconds }) => total + milliseconds, 0) / reports.length;
  console.log(`a round took ${seconds(mean)} on average`);
  console.log(`${late.length} rounds took more than ${RECOVERY_MILLISECONDS / 1000} s until health was ok`);
}

function s3Service(): S3Config {
  if (typeof s3 === 'string') throw new Error(s3);
  return s3;
}
