import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config.ts';
import { type DatabaseConnection, connectDatabase } from '#server/db/connect.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { type LecternProcess, startProcess } from '#server/testing/lectern-process.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';
import { cannotMount, mountDisk } from '#server/testing/tmpfs.ts';
import { Line } from './line.ts';
import { PostgresPair } from './postgres-pair.ts';

const SECRET = 'a secret of the fault tests, which is long enough';
const DISK_BYTES = 256 * 1024 ** 2;

/** The settings of an S3 service by their names: `S3_BUCKET`, `S3_ENDPOINT` … */
export type S3Settings = Readonly<Record<string, string>> & { readonly S3_ENDPOINT: string };

/** The option of Node that loads a module of this folder before the program. */
export function preloading(file: string): string {
  return `--import=${path.join(import.meta.dirname, file)}`;
}

/** How many requests a server works on whose clients have left. It must have been started with `left-requests.ts`. */
export function requestsWithoutClient({ output }: Pick<LecternProcess, 'output'>): number {
  // Greedy, so that it finds the last line.
  return Number(/.*requests without a client: (\d+)/s.exec(output())?.[1] ?? 0);
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
  readonly #parts: AsyncDisposableStack;

  private constructor(parts: AsyncDisposableStack, made: Made) {
    this.#parts = parts;
    this.postgres = made.postgres;
    this.database = made.database;
    this.store = made.store;
    this.instances = made.instances;
    this.dataDir = made.dataDir;
    this.settings = made.settings;
  }

  /** Starts everything. Both instances migrate the empty database at the same time. */
  static async start(s3: S3Settings | null): Promise<Deployment> {
    await using parts = new AsyncDisposableStack();
    const dataDir = await aDisk(parts);
    const postgres = parts.use(await PostgresPair.start());
    const database = parts.use(await Line.open(() => postgres.target));
    const store = s3 === null ? null : parts.use(await Line.open(() => addressOf(s3.S3_ENDPOINT)));
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.urlAt(database.port),
      AUTH_SECRET: SECRET,
      TRASH_DAYS: '30',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `${preloading('kill-at-step.ts')} ${preloading('left-requests.ts')}`,
      ...s3,
      ...(store !== null && { S3_ENDPOINT: `http://127.0.0.1:${store.port}` }),
    };
    const instances = await Promise.all([0, 1].map(() => anInstance(settings, parts)));
    return new Deployment(parts.move(), { postgres, database, store, instances, dataDir, settings });
  }

  /** The configuration of a command beside the servers: it reaches database and store directly. */
  config(s3: S3Settings | null): Config {
    return readConfig({ ...this.settings, ...s3, DATABASE_URL: this.postgres.url });
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

type Made = Pick<Deployment, 'postgres' | 'database' | 'store' | 'instances' | 'dataDir' | 'settings'>;

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
