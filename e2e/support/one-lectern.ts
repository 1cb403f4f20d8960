import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
/** The secret of the sessions of these servers. */
export const AUTH_SECRET = 'a secret of the browser tests, which is long enough';

const READY_WITHIN_MS = 200_000;
const STOP_WITHIN_MS = 60_000;

/** A Lectern server with its own process, port and data directory, or several of them behind a proxy. */
export interface Lectern extends AsyncDisposable {
  readonly origin: string;
  /** The address for browsers: `BASE_URL`. */
  readonly baseUrl: string;
  /** The id of its process, or of the first of several. */
  readonly pid: number;
  readonly dataDir: string;
  /** The invite link for the first admin, as printed by the server. */
  firstRunLink(): Promise<string>;
  /** Everything printed so far. */
  output(): string;
  /** Stops the server like Ctrl+C and starts it again with its port and data; several of them one after the other. */
  restart(): Promise<void>;
  /** Stops the server like Ctrl+C and deletes its data unless `DATA_DIR` was given. */
  stop(): Promise<void>;
}

/** Environment variables. */
export type Settings = Record<string, string>;

/** Starts one process of the server. */
export async function startOneLectern(port: string, settings: Settings): Promise<Lectern> {
  const given = settings['DATA_DIR'];
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'lectern-e2e-')));
  const origin = `http://localhost:${port}`;
  let printed = '';
  const start = (): ChildProcess => {
    const child = spawnServer({ PORT: port, BASE_URL: origin, DATA_DIR: dataDir, ...settings });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    return child;
  };
  let child = start();
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);

  const stop = async (): Promise<void> => {
    await end(child);
    process.off('exit', killWithUs);
    if (given === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const isReady = (): Promise<true> => waitFor(child, () => isHealthy(origin), 'become ready');
  const lectern: Lectern = {
    origin,
    // Empty: not set.
    baseUrl: settings['BASE_URL'] === '' ? origin : (settings['BASE_URL'] ?? origin),
    get pid() {
      return child.pid ?? 0;
    },
    dataDir,
    output: () => printed,
    firstRunLink: () =>
      waitFor(child, () => /https?:\/\/\S+\/join#[\w-]+/.exec(printed)?.[0], 'print a link for the first admin'),
    async restart() {
      await end(child);
      child = start();
      await isReady();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
  try {
    await isReady();
  } catch (error) {
    await stop();
    throw new Error(`${String(error)} It printed:\n${printed}`, { cause: error });
  }
  return lectern;
}

function spawnServer(settings: Settings): ChildProcessByStdio<null, Readable, Readable> {
  const modules = ['./scripts/fast-imports.mjs', './server/testing/cheap-hashes.ts', './server/testing/slow-machine.ts'];
  const imports = modules.flatMap((file) => ['--import', file]);
  const { PATH, LECTERN_SLOWDOWN } = process.env;
  return spawn(process.execPath, ['--max-semi-space-size=4', ...imports, 'server/main.ts'], {
    cwd: root,
    env: { PATH, LECTERN_SLOWDOWN, HOST: '127.0.0.1', RENDERER_BROWSER: 'off', AUTH_SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function isHealthy(origin: string): Promise<true | undefined> {
  const response = await fetch(`${origin}/api/health`).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true ? true : undefined;
}

async function waitFor<T>(child: ChildProcess, look: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (hasEnded(child)) throw new Error(`The server ended with code ${String(child.exitCode)} and did not ${what}.`);
    await delay(25);
  }
  throw new Error(`The server did not ${what} within ${String(READY_WITHIN_MS / 1000)} s.`);
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(insist);
}
