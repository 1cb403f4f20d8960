import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import type { IpcNetConnectOpts } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type OwnerProcess, serverPid, startOwner } from 'embedded-postgres-server/testing';
import type { Sql } from 'postgres';
import { openClient } from '#server/db/client.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { cannotMount, mountDisk } from '#server/testing/tmpfs.ts';

const DISK_BYTES = 2 * 1024 ** 3;

interface Node {
  readonly directory: string;
  readonly owner: OwnerProcess;
}

/**
 * Two PostgreSQL servers, of which one replicates the other. A commit is acknowledged when both have it, so nothing that was acknowledged
 * is lost when the standby takes over.
 */
export class PostgresPair implements AsyncDisposable {
  readonly #root: string;
  readonly #unmount: () => void;
  #nodes = 0;
  #primary: Node;
  #standby: Node | null = null;

  private constructor(root: string, unmount: () => void, primary: Node) {
    this.#root = root;
    this.#unmount = unmount;
    this.#primary = primary;
  }

  static async start(): Promise<PostgresPair> {
    // Not in TMPDIR, which may be below a directory that is closed to the user of PostgreSQL.
    const root = await realpath(await mkdtemp('/tmp/lectern-faults-'));
    await chmod(root, 0o755);
    // What is killed here loses no page of the operating system, so the disk may be in memory, where other work does not delay it.
    const unmount = cannotMount === null ? mountDisk(root, DISK_BYTES) : () => undefined;
    const pair = new PostgresPair(root, unmount, await startNode(path.join(root, 'node-0')));
    await pair.addStandby();
    return pair;
  }

  /** The address of the primary for programs of this machine. */
  get url(): string {
    return this.#primary.owner.url;
  }

  /** Where connections to the primary lead. */
  get target(): IpcNetConnectOpts {
    return { path: `${socketOf(this.#primary)}/.s.PGSQL.5432` };
  }

  /** The user, the password and the database of the URL, for the address `host:port` of a proxy. */
  urlAt(port: number): string {
    const { pathname, searchParams } = new URL(this.url);
    return `postgres://${searchParams.get('user') ?? ''}:none@127.0.0.1:${port}${pathname}`;
  }

  /** Kills the primary. Its owner starts it again. */
  kill(): void {
    process.kill(serverPid(this.#primary.directory), 'SIGKILL');
  }

  /** Ends the primary as an upgrade of its machine would. Its owner starts it again. */
  restart(): void {
    process.kill(serverPid(this.#primary.directory), 'SIGINT');
  }

  /** Stops the primary until `start`. */
  async stop(): Promise<void> {
    await this.#primary.owner.stop();
  }

  async start(): Promise<void> {
    this.#primary = await startNode(this.#primary.directory);
    if (this.#standby !== null) await follow(this.#standby, this.#primary);
  }

  /** Whether no statement and no transaction of the service is running. */
  async isQuiet(): Promise<boolean> {
    let busy = true;
    await run(this.url, async (sql) => {
      const rows = await sql`
        select from pg_stat_activity where application_name = 'lectern' and pid <> pg_backend_pid() and state <> 'idle' and query not ilike 'listen%'`;
      busy = rows.count > 0;
    });
    return !busy;
  }

  /** Kills the primary with its owner, and makes the standby the primary. There is no standby until `addStandby`. */
  async failOver(): Promise<void> {
    const [lost, next] = [this.#primary, this.#standby];
    if (next === null) throw new Error('there is no standby');
    process.kill(lost.owner.pid, 'SIGKILL');
    await lost.owner.ended;
    this.#standby = null;
    await run(next.owner.url, async (sql) => {
      await sql`select pg_promote()`;
      await sql`alter system reset synchronous_standby_names`;
      await sql`select pg_reload_conf()`;
    });
    this.#primary = next;
    // Without its owner the server ends by itself, and writes until then.
    await eventually(async () => {
      await rm(lost.directory, { recursive: true, force: true });
      return true;
    });
  }

  /** Makes a standby if there is none. Stops the primary for the time of the copy. */
  async addStandby(): Promise<void> {
    if (this.#standby !== null) return;
    this.#nodes += 1;
    const directory = path.join(this.#root, `node-${this.#nodes}`);
    await this.#primary.owner.stop();
    // With the owners of the files: PostgreSQL runs as a user of its own if this program is run by root.
    await promisify(execFile)('cp', ['-a', this.#primary.directory, directory]);
    this.#primary = await startNode(this.#primary.directory);
    await writeFile(path.join(directory, 'cluster', 'standby.signal'), '');
    await appendConninfo(directory, this.#primary);
    this.#standby = { directory, owner: await startOwner(directory) };
    await run(this.url, async (sql) => {
      await sql`alter system set synchronous_standby_names = '*'`;
      await sql`select pg_reload_conf()`;
      await eventually(async () => (await sql`select from pg_stat_replication where sync_state = 'sync'`).count === 1);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#standby?.owner.stop();
    await this.#primary.owner.stop();
    this.#unmount();
    await rm(this.#root, { recursive: true, force: true });
  }
}

async function startNode(directory: string): Promise<Node> {
  return { directory, owner: await startOwner(directory) };
}

function socketOf({ owner }: Node): string {
  return new URL(owner.url).searchParams.get('host') ?? '';
}

async function appendConninfo(directory: string, primary: Node): Promise<void> {
  const user = new URL(primary.owner.url).searchParams.get('user') ?? '';
  const line = `primary_conninfo = 'host=${socketOf(primary)} user=${user} application_name=standby'\n`;
  await appendFile(path.join(directory, 'cluster', 'postgresql.auto.conf'), line);
}

/** Tells a standby that its primary is at another address. */
async function follow(standby: Node, primary: Node): Promise<void> {
  await appendConninfo(standby.directory, primary);
  await run(standby.owner.url, (sql) => sql`select pg_reload_conf()`);
}

async function run(url: string, work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = openClient(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
