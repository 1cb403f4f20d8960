import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import packageJson from '#package' with { type: 'json' };
import { eventually } from '#server/db/testing/eventually.ts';
import { type Api, apiOf } from './api.ts';
import { exchange } from './exchange.ts';
import { cookieOf, PASSWORD } from './joining.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** The options of the engine (`--name=value`) in `npm start`. */
const ENGINE_FLAGS = packageJson.scripts.start.split(' ').filter((word) => /^--(?!env-file)[\w-]+=/.test(word));

/** Why the program cannot be started here; null if it can. */
export const cannotStart = existsSync(path.join(ROOT, 'web', 'dist', 'index.html'))
  ? null
  : 'the web application is not built (npm run build)';

/** Why the processes of `WORKERS` cannot be found here; null if they can. */
export const cannotFindWorkers = cannotStart ?? (process.platform === 'linux' ? null : 'workers are found in /proc');

/** The real program as `npm start` runs it, with its own port and embedded database. */
export interface LecternProcess {
  readonly address: string;
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  readonly output: () => string;
  as(cookie: string | null): Api;
  /** Resolves with the exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts the program and waits until it is ready. */
export async function startProcess(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<LecternProcess> {
  const { child, output, ended } = spawnServer(dataDir, settings);
  const early = ended.then((code) => {
    throw new Error(`the server ended with code ${code}: ${output()}`);
  });
  const ready = eventually(() => /Lectern is ready: (\S+)/.exec(output())?.[1]);
  const address = (await Promise.race([ready, early])).replace('localhost', '127.0.0.1');
  return {
    address,
    child,
    output,
    ended,
    as: (cookie) => apiOf((question) => exchange(address, question), cookie),
  };
}

/** Starts the program without waiting until it is ready. */
export function spawnServer(dataDir: string, settings: Readonly<Record<string, string>>) {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PORT: '0',
    MIN_FREE_BYTES: '0',
    RENDERER_BROWSER: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [...ENGINE_FLAGS, path.join(ROOT, 'server', 'main.ts')], {
    env,
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, output: () => printed, ended };
}

/** Creates the first admin with the printed link. Returns their cookie. */
export async function joinFirst(server: LecternProcess): Promise<string> {
  const inviteToken = /\/join#(\S+)/.exec(server.output())?.[1];
  const answer = await server
    .as(null)
    .post('/api/auth/sign-up/email', { email: 'first@example.com', password: PASSWORD, inviteToken });
  if (answer.status !== 200) throw new Error(`could not join: ${answer.text}`);
  return cookieOf(answer.headers['set-cookie']);
}

/** The current and the peak memory of a process in KiB. Linux only. */
export async function memoryOfProcess(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  return { now: kib('VmRSS'), peak: kib('VmHWM') };
}

/** The process ids of the workers, without the launcher of the database. */
export function workersOf(server: LecternProcess): number[] {
  return childrenOf(server, 'server/main.ts');
}

/** The process ids of the children that run a program. */
export function childrenOf({ child }: LecternProcess, program: string): number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program));
}
