import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cannotMount, remount } from '#server/testing/tmpfs.ts';
import type { Deployment } from './deployment.ts';
import type { Line, Trouble } from './line.ts';
import type { Random } from './random.ts';

/** A way in which something that the service needs fails. */
export interface Fault {
  readonly name: string;
  /** Why it cannot be caused here; null if it can. */
  whyNot(deployment: Deployment): string | null;
  /** Begins the fault, and returns what ends it. */
  begin(deployment: Deployment, random: Random): Promise<() => Promise<void>>;
}

/** Uploads have about as many steps; see `kill-at-step.ts`. */
const STEPS_MAX = 40;

const always = () => null;
const onDiskOnly = ({ store }: Deployment) => (store === null ? null : 'the store is S3');
const onSmallDiskOnly = (deployment: Deployment) => onDiskOnly(deployment) ?? cannotMount;
const onS3Only = ({ store }: Deployment) => (store === null ? 'the store is on disk' : null);

/** A line that has one kind of trouble for a while. */
function onLine(
  name: string,
  whyNot: Fault['whyNot'],
  lineOf: (deployment: Deployment, random: Random) => Line | null,
  troubleOf: (random: Random) => Trouble,
): Fault {
  return {
    name,
    whyNot,
    begin: (deployment, random) => {
      const line = lineOf(deployment, random);
      line?.set(troubleOf(random));
      return Promise.resolve(() => Promise.resolve(line?.set(null)));
    },
  };
}

const refuse = (): Trouble => ({ kind: 'refuse' });
const silent = (): Trouble => ({ kind: 'silent' });
const slow = (random: Random): Trouble => ({ kind: 'slow', milliseconds: random.between(10, 200) });
const cut =
  (most: number) =>
  (random: Random): Trouble => ({ kind: 'cut', afterBytes: random.between(0, most) });
const answer = (status: number) => (): Trouble => ({ kind: 'answer', status });

const database = ({ database: line }: Deployment) => line;
const store = ({ store: line }: Deployment) => line;
const browsers = ({ instances }: Deployment, random: Random) => random.pick(instances).line;

const onDatabase: readonly Fault[] = [
  onLine('the database is away', always, database, refuse),
  onLine('the database does not answer', always, database, silent),
  onLine('the database is slow', always, database, slow),
  onLine('connections to the database break', always, database, cut(60_000)),
  {
    name: 'the database is stopped',
    whyNot: always,
    begin: async ({ postgres }) => {
      await postgres.stop();
      return () => postgres.start();
    },
  },
  {
    name: 'the database is killed',
    whyNot: always,
    begin: async ({ postgres }) => (postgres.kill(), () => Promise.resolve()),
  },
  {
    name: 'the database is restarted',
    whyNot: always,
    begin: async ({ postgres }) => (postgres.restart(), () => Promise.resolve()),
  },
  {
    name: 'the standby takes over from the database',
    whyNot: always,
    begin: async ({ postgres, database: line }) => {
      await postgres.failOver();
      line.reset();
      return async () => {
        await postgres.addStandby();
        line.reset();
      };
    },
  },
];

const blobsOf = ({ dataDir }: Deployment) => path.join(dataDir, 'blobs');

const onDisk: readonly Fault[] = [
  {
    name: 'the directory of the store is away',
    whyNot: onDiskOnly,
    begin: async (deployment) => {
      const [there, away] = [blobsOf(deployment), `${blobsOf(deployment)}-away`];
      await rename(there, away);
      return () => rename(away, there);
    },
  },
  {
    name: 'the disk is full',
    whyNot: onSmallDiskOnly,
    begin: async ({ dataDir }) => {
      const filler = path.join(dataDir, 'filler');
      // It ends with ENOSPC, and has then taken every free byte.
      await writeFile(filler, Buffer.alloc(300 * 1024 ** 2)).catch(() => undefined);
      return () => rm(filler);
    },
  },
  {
    name: 'the disk is read-only',
    whyNot: onSmallDiskOnly,
    begin: async ({ dataDir }) => {
      const mountPoint = path.dirname(dataDir);
      // Refused while a file is open for writing, as one is during an upload. Then the fault does not happen.
      try {
        remount(mountPoint, 'ro');
      } catch {
        return () => Promise.resolve();
      }
      return () => Promise.resolve(remount(mountPoint, 'rw'));
    },
  },
];

/** Those of an S3 store. */
export const FAULTS_OF_S3: readonly Fault[] = [
  onLine('S3 is away', onS3Only, store, refuse),
  onLine('S3 does not answer', onS3Only, store, silent),
  onLine('S3 is slow', onS3Only, store, slow),
  onLine('connections to S3 break', onS3Only, store, cut(400_000)),
  onLine('S3 answers 500', onS3Only, store, answer(500)),
  onLine('S3 answers 503', onS3Only, store, answer(503)),
];

const onServers: readonly Fault[] = [
  onLine('browsers are cut off', always, browsers, cut(300_000)),
  onLine('browsers are slow', always, browsers, slow),
  {
    name: 'a server is killed at a step of a request',
    whyNot: always,
    begin: async (deployment, random) => {
      // Small numbers more often, because most requests have few steps.
      deployment.headers['x-kill-at-step'] = String(random.between(1, random.between(1, STEPS_MAX)));
      return async () => {
        delete deployment.headers['x-kill-at-step'];
        // A request that is under way may still kill another one, which is started again in the recovery.
        const killed = deployment.instances.filter(({ process }) => process.child.signalCode !== null);
        await Promise.all(killed.map((instance) => deployment.restart(instance)));
      };
    },
  },
  ended('a server is killed', 'SIGKILL', 1),
  ended('all servers are killed', 'SIGKILL', 2),
  ended('a server is stopped', 'SIGTERM', 1),
];

/** Servers that end by a signal, and are started again. */
function ended(name: string, signal: NodeJS.Signals, count: number): Fault {
  return {
    name,
    whyNot: always,
    begin: async (deployment, random) => {
      const first = random.between(0, deployment.instances.length - 1);
      const chosen = deployment.instances.filter((_, at) => at === first || count > 1);
      for (const { process } of chosen) process.child.kill(signal);
      return async () => void (await Promise.all(chosen.map((instance) => deployment.restart(instance))));
    },
  };
}

export const FAULTS: readonly Fault[] = [...onDatabase, ...onDisk, ...FAULTS_OF_S3, ...onServers];
