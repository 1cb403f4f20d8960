import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '#server/db/testing/eventually.ts';
import { aFreePort } from './free-port.ts';
import { accepts, replaced, searchPath } from './programs.ts';

const RECIPE = path.join(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini');
/** For test databases that ask for no password. */
const PASSWORD = 'password-of-the-pooler';
/** The user id of `nobody`. PgBouncer refuses to run as root, so tests that run as root start it as this user. */
const ORDINARY_USER = 65_534;

interface PgBouncerOptions {
  /** The PostgreSQL behind it, as a URL with a socket or a host. */
  readonly url: string;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
}

/** A pooler in transaction mode. */
export interface PgBouncer extends AsyncDisposable {
  /** The address of the database through the pooler. */
  readonly url: string;
  /** Starts it at the same address after `kill`. */
  readonly start: () => Promise<void>;
  /** Ends it at once, with all connections. */
  readonly kill: () => Promise<void>;
  /** What it has written. */
  readonly output: () => string;
}

/** Starts PgBouncer with the configuration of `deploy/pgbouncer`. Rejects if it is not installed. */
export async function startPgBouncer({ url, poolSize }: PgBouncerOptions): Promise<PgBouncer> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-pgbouncer-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const target = targetOf(url);
  const port = await aFreePort();
  const recipe = await readFile(RECIPE, 'utf8');
  const config = [
    ['host=127.0.0.1 port=5432 dbname=lectern', `host=${target.host} port=${target.port} dbname=${target.database}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', path.join(folder, 'userlist.txt')],
    ['default_pool_size = 20', `default_pool_size = ${poolSize}`],
  ].reduce((text, [from = '', to = '']) => replaced(text, from, to), recipe);
  const files = { 'pgbouncer.ini': config, 'userlist.txt': `"${target.user}" "${target.password}"\n` };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const account = await accountFor(target.host);
  await chown(folder, account.uid, account.gid);

  let child: ChildProcess | null = null;
  let printed = '';
  const start = async (): Promise<void> => {
    const started = spawn('pgbouncer', ['pgbouncer.ini'], { cwd: folder, env: { PATH: searchPath() }, ...account });
    started.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child = started;
    await once(started, 'spawn');
    await eventually(() => started.exitCode !== null || accepts(port));
    if (started.exitCode !== null) throw new Error(`PgBouncer did not start: ${printed}`);
  };
  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  opened.defer(kill);
  const killWithUs = (): void => void child?.kill('SIGKILL');
  process.once('exit', killWithUs);
  opened.defer(() => void process.off('exit', killWithUs));
  await start();
  const parts = opened.move();
  return {
    url: `postgres://${target.user}:${encodeURIComponent(target.password)}@127.0.0.1:${port}/lectern`,
    start,
    kill,
    output: () => printed,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

function targetOf(url: string) {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || (searchParams.get('port') ?? 5432)),
    database: pathname.slice(1),
    user: searchParams.get('user') ?? username,
    password: decodeURIComponent(password) || PASSWORD,
  };
}

/** The user that runs PgBouncer: one who can open the socket of PostgreSQL. */
async function accountFor(host: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  if (!host.startsWith('/')) return { uid: ORDINARY_USER, gid: ORDINARY_USER };
  const socket = await stat(host);
  return { uid: socket.uid, gid: socket.gid };
}
