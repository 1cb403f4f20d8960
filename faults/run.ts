/**
 * `npm run test:faults -- --rounds 500 --seed 1`: random faults while clients use the service, for as many rounds. Every invariant is checked
 * after each round; the first that does not hold ends the run with code 1. With the variables `S3_…` of the tests the store is S3.
 */
import { parseArgs } from 'node:util';
import { s3FromEnvironment } from '#server/storage/testing/s3.ts';
import type { S3Settings } from './deployment.ts';
import { type RoundReport, runRounds } from './rounds.ts';

/** The service should be healthy within this time. A busy machine takes longer, so it is reported, but is no violation. */
const RECOVERY_MILLISECONDS = 5_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string', default: typeof s3FromEnvironment() === 'string' ? 'disk' : 's3' },
  },
});

const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error('--rounds and --seed are whole numbers.');

const reports: RoundReport[] = [];
console.log(`${rounds} rounds with the store on ${values.store}, seed ${seed}`);
try {
  await runRounds({ rounds, seed, s3: values.store === 's3' ? s3Settings() : null, onRound: tell });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
summarize();

function tell(report: RoundReport): void {
  reports.push(report);
  const { round, seed: own, fault, succeeded, failed, recoveryMilliseconds, removed } = report;
  console.log(
    `round ${round}, seed ${own}: ${fault}; ${succeeded} requests succeeded, ${failed} did not; healthy after ${recoveryMilliseconds} ms; ${removed} unused files removed`,
  );
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
  console.log(`${late.length} rounds took more than ${RECOVERY_MILLISECONDS / 1000} s until health was ok`);
}

function s3Settings(): S3Settings {
  const config = s3FromEnvironment();
  if (typeof config === 'string') throw new Error(config);
  return {
    S3_ENDPOINT: config.endpoint ?? '',
    S3_REGION: config.region,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: config.secretAccessKey ?? '',
    S3_FORCE_PATH_STYLE: String(config.forcePathStyle),
  };
}
