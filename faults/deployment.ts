import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config.ts';
import { type DatabaseConnection, connectDatabase } from '#server/db/connect.ts';
import type { S3Config } from '#server/storage/s3-client.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { type LecternProcess, startProcess } from '#server/testing/lectern-process.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';
import { cannotMount, mountDisk } from '#server/testing/tmpfs.ts';
import { Line } from './line.ts';
import { anOwnBucket } from './own-bucket.ts';
import { PostgresPair } from './postgres-pair.ts';

const SECRET = 'a secret of the fault tests, which is long enough';
const DISK_BYTES = 256 * 1024 ** 2;

/** The option of Node that loads a module of this folder before the program. */
export function preloading(file: string): string {
  return `--import=${path.join(import.meta.dirname, file)}`;
}

const LEFT_REQUESTS = 'requests without a client: ';

/** How many requests a server works on whose clients have left. It must have been started with `left-requests.ts`. */
export function requestsWithoutClient({ output }: Pick<LecternProcess, 'output'>): number {
  const printed = output();
  // Not by a regular expression that looks for the last line: it takes minutes on a long output without any.
  const at = printed.lastIndexOf(LEFT_REQUESTS);
  return at === -1 ? 0 : Number.parseInt(printed.slice(at + LEFT_REQUESTS.length), 10);
}

/** One instance of the server, and the line by which its clients reach it. */
export interface Instance {
  readonly line: Line;
  readonly port: number;
  /** Replaced when it is started again. */
  process: LecternProcess;
}

/**
 * Two instances of the real server, which share a database and a store. There is a line to the database, one to the store if it is
 * S3, and one from the clients to each instance.
 */
export class Deployment implements AsyncDisposable {
  readonly postgres: PostgresPair;
  readonly database: Line;
  /** Null: the store is on disk. */
  readonly store: Line | null;
  readonly instances: readonly Instance[];
  readonly dataDir: string;
  /** Headers of all requests of clients. */
  readonly headers: Record<string, string> = {};
  readonly settings: Readonly<Record<string, string>>;
  readonly #s3: S3Config | null;
  readonly #parts: AsyncDisposableStack;

  private constructor(parts: AsyncDisposableStack, made: Made) {
    this.#parts = parts;
    this.postgres = made.postgres;
    this.database = made.database;
    this.store = made.store;
    this.instances = made.instances;
    this.dataDir = made.dataDir;
    this.settings = made.settings;
    this.#s3 = made.s3;
  }

  /**
   * Starts everything. Both instances migrate the empty database at the same time.
   *
   * @param service where a bucket is created for the time of the deployment; null: the store is on disk
   */
  static async start(service: S3Config | null): Promise<Deployment> {
    await using parts = new AsyncDisposableStack();
    const dataDir = await aDisk(parts);
    const postgres = parts.use(await PostgresPair.start());
    const database = parts.use(await Line.open(() => postgres.target));
    const s3 = service === null ? null : { ...service, bucket: parts.use(await anOwnBucket(service)).name };
    const store = s3 === null ? null : parts.use(await Line.open(() => addressOf(s3.endpoint ?? '')));
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.urlAt(database.port),
      AUTH_SECRET: SECRET,
      TRASH_DAYS: '30',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `${preloading('kill-at-step.ts')} ${preloading('left-requests.ts')}`,
      ...(s3 !== null && store !== null && settingsOf({ ...s3, endpoint: `http://127.0.0.1:${store.port}` })),
    };
    const instances = await Promise.all([0, 1].map(() => anInstance(settings, parts)));
    return new Deployment(parts.move(), { postgres, database, store, instances, dataDir, settings, s3 });
  }

  /** The configuration of a command beside the servers: it reaches database and store directly. */
  get config(): Config {
    return readConfig({ ...this.settings, ...(this.#s3 !== null && settingsOf(this.#s3)), DATABASE_URL: this.postgres.url });
  }

  /** Starts an instance again after it has ended. */
  async restart(instance: Instance): Promise<void> {
    await instance.process.ended;
    instance.process = await startProcess(this.dataDir, { ...this.settings, PORT: String(instance.port) });
  }

  async users(count: number): Promise<TestUser[]> {
    const connection: DatabaseConnection = connectDatabase({ url: this.postgres.url, poolSize: 1 });
    try {
      return await Promise.all(Array.from({ length: count }, () => insertUser(connection.db, SECRET)));
    } finally {
      await connection.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.disposeAsync();
  }
}

type Made = Pick<Deployment, 'postgres' | 'database' | 'store' | 'instances' | 'dataDir' | 'settings'> & {
  readonly s3: S3Config | null;
};

function settingsOf(s3: S3Config): Record<string, string> {
  return {
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey ?? '',
    S3_FORCE_PATH_STYLE: String(s3.forcePathStyle),
  };
}

/** A data directory, on a small disk of its own where one can be mounted. */
async function aDisk(parts: AsyncDisposableStack): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'lectern-faults-'));
  parts.defer(() => rm(root, { recursive: true, force: true }));
  if (cannotMount === null) parts.defer(mountDisk(root, DISK_BYTES));
  const dataDir = path.join(root, 'data');
  await mkdir(dataDir);
  return dataDir;
}

async function anInstance(settings: Readonly<Record<string, string>>, parts: AsyncDisposableStack): Promise<Instance> {
  const port = await aFreePort();
  const process = await startProcess(settings['DATA_DIR'] ?? '', { ...settings, PORT: String(port) });
  const line = await Line.open(() => ({ host: '127.0.0.1', port }));
  const instance: Instance = { line, port, process };
  parts.defer(async () => {
    await line[Symbol.asyncDispose]();
    instance.process.child.kill('SIGKILL');
    await instance.process.ended;
  });
  return instance;
}

function addressOf(endpoint: string) {
  const { hostname: host, port } = new URL(endpoint);
  return { host, port: Number(port || 80) };
}
