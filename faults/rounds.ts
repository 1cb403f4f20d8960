import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '#server/db/testing/eventually.ts';
import type { S3Config } from '#server/storage/s3-client.ts';
import { exchange } from '#server/testing/exchange.ts';
import { Client, type SlowRequest } from './client.ts';
import { Deployment, type Instance, requestsWithoutClient } from './deployment.ts';
import type { Fault } from './faults.ts';
import { checkBlobsOf, checkKnown } from './invariants.ts';
import { ViolationError } from './ledger.ts';
import { Random } from './random.ts';

const CLIENTS = 3;
/** How many requests succeed before a fault, and how many are made during it. */
const BEFORE = 6;
const DURING = 12;
/** A fault does not last longer, even if requests wait for its end. */
const FAULT_MILLISECONDS = 4_000;

export interface RoundReport {
  readonly round: number;
  readonly seed: number;
  readonly fault: string;
  /** Requests that succeeded, and that did not, during the round. */
  readonly succeeded: number;
  readonly failed: number;
  /** From the end of the fault until every instance was healthy. */
  readonly recoveryMilliseconds: number;
  /** How long the round took, and the checks after it. */
  readonly milliseconds: number;
  readonly checkMilliseconds: number;
  readonly slowest: SlowRequest;
  /** How many unused blobs were left and have been removed. */
  readonly removed: number;
}

export interface RoundsWish {
  /** The number of rounds, each with a random fault; or each fault once, in the order of `faults`. */
  readonly rounds: number | 'each';
  readonly faults: readonly Fault[];
  /** The seed of the first round; that of each further one is higher by one. */
  readonly seed: number;
  /** The service of the store; null: it is on disk. */
  readonly s3: S3Config | null;
  readonly onRound: (report: RoundReport) => void;
  /** Told of the faults that cannot be caused here, and why, before the first round. */
  readonly onLeftOut?: (fault: string, reason: string) => void;
}

/**
 * Starts the service and lets random faults happen while clients use it. After each fault all invariants are checked.
 *
 * @throws ViolationError with the seed of the round as soon as an invariant does not hold
 */
export async function runRounds({ rounds, faults, seed, s3, onRound, onLeftOut }: RoundsWish): Promise<void> {
  await using deployment = await Deployment.start(s3);
  const possible = faults.filter((fault) => {
    const reason = fault.whyNot(deployment);
    if (reason !== null) onLeftOut?.(fault.name, reason);
    return reason === null;
  });
  const addresses = deployment.instances.map(({ line }) => `http://127.0.0.1:${line.port}`);
  const people = await deployment.users(CLIENTS);
  const clients = people.map(
    ({ cookie }, at) => new Client({ cookie, addresses, headers: deployment.headers }, new Random(seed * CLIENTS + at)),
  );
  using _watching = { [Symbol.dispose]: () => clients.forEach(({ screen }) => screen.disconnect()) };
  const count = rounds === 'each' ? possible.length : rounds;
  for (let round = 0; round < count; round += 1) {
    const random = new Random(seed + round);
    const fault = (rounds === 'each' && possible[round]) || random.pick(possible);
    try {
      const report = await runRound({ deployment, clients, fault, random });
      onRound({ round: round + 1, seed: seed + round, fault: fault.name, ...report });
    } catch (cause) {
      const printed = deployment.instances.map(({ process }) => process.output().slice(-4000)).join('\n──\n');
      const what = cause instanceof ViolationError ? cause.message : String(cause instanceof Error ? cause.stack : cause);
      throw new ViolationError(
        `round ${round + 1}, “${fault.name}”: ${what}\nRepeat it: npm run test:faults -- ${rounds === 'each' ? '--each' : `--rounds ${round + 1}`} --seed ${seed}\n${printed}`,
        { cause },
      );
    }
  }
}

interface Round {
  readonly deployment: Deployment;
  readonly clients: readonly Client[];
  readonly fault: Fault;
  readonly random: Random;
}

async function runRound({ deployment, clients, fault, random }: Round) {
  const began = performance.now();
  const before = totals(clients);
  const stop = new AbortController();
  // Also after a violation, so that the run ends.
  using _stopping = { [Symbol.dispose]: () => stop.abort() };
  const working = Promise.all(clients.map((client) => work(client, stop.signal)));
  // If a client finds a violation, the round ends at once.
  const until = (reached: () => boolean) => Promise.race([working, eventually(() => reached())]);
  await until(() => totals(clients).succeeded >= before.succeeded + BEFORE);
  const end = await fault.begin(deployment, random);
  const atBegin = totals(clients);
  const count = ({ succeeded, failed }: ReturnType<typeof totals>) => succeeded + failed;
  const deadline = performance.now() + FAULT_MILLISECONDS;
  await until(() => count(totals(clients)) >= count(atBegin) + DURING || performance.now() > deadline);
  await end();
  const recoveryMilliseconds = await recovery(deployment);
  stop.abort();
  await working;
  // The last requests may have been those that kill a server.
  await recovery(deployment);
  await quiet(deployment);
  const checked = performance.now();
  await Promise.all(clients.map((client) => checkKnown(client)));
  const removed = await checkBlobsOf(deployment.config);
  const after = totals(clients);
  return {
    succeeded: after.succeeded - before.succeeded,
    failed: after.failed - before.failed,
    recoveryMilliseconds: Math.round(recoveryMilliseconds),
    milliseconds: Math.round(performance.now() - began),
    checkMilliseconds: Math.round(performance.now() - checked),
    slowest: clients.map((client) => client.takeSlowest()).reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b)),
    removed,
  };
}

async function work(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { failed } = client.counts;
    await client.act();
    client.connectScreen();
    // As browsers do, which do not repeat a request at once.
    if (client.counts.failed > failed) await delay(50);
  }
}

function totals(clients: readonly Client[]) {
  const sum = (name: 'succeeded' | 'failed') => clients.reduce((total, { counts }) => total + counts[name], 0);
  return { succeeded: sum('succeeded'), failed: sum('failed') };
}

/** Waits until every instance is healthy, and starts those again that were killed. Returns how long that took, in milliseconds. */
async function recovery(deployment: Deployment): Promise<number> {
  const began = performance.now();
  const isHealthy = async (instance: Instance) => {
    // A server that ends by itself has an exit code instead, and is not started again.
    if (instance.process.child.signalCode === 'SIGKILL') await deployment.restart(instance);
    return (await exchange(`http://127.0.0.1:${instance.line.port}`, { path: '/api/health' })).status === 200;
  };
  await Promise.all(deployment.instances.map((instance) => eventually(() => isHealthy(instance))));
  return performance.now() - began;
}

/** Waits until no server works on a request whose client has left. */
async function quiet({ postgres, instances }: Deployment): Promise<void> {
  const areDone = () => instances.every(({ process }) => requestsWithoutClient(process) === 0);
  await eventually(async () => areDone() && (await postgres.isQuiet()) && areDone());
}
