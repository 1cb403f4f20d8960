import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freeUserId } from 'embedded-postgres-server/free-user-id';
import type { BrowserChoice } from './browser.ts';
import { type ChildOptions, childReadySchema } from './child-options.ts';
import { askHealth, renderAt, type ServiceAddress } from './client.ts';
import { findBrowser } from './find-browser.ts';
import { type RenderLimits, renderLimitsSchema } from './limits.ts';
import { type Renderer, RendererUnavailableError, type RenderEvent, type RenderRequest } from './protocol.ts';
import { raced } from './raced.ts';

export interface RendererOptions {
  /** Path of a Chromium or Google Chrome; `off` for none; undefined for the system's (`RENDERER_BROWSER`). */
  readonly browser: string | undefined;
  /** The value of the environment variable `PATH`, in which the system's browser is looked for. */
  readonly path: string;
  readonly log: (line: string) => void;
  /** Other limits than those of a service. */
  readonly limits?: Partial<RenderLimits>;
  /** Whether it leaves the processors to other processes. Default: true, because a server shares them with it, and answers people. */
  readonly givesWay?: boolean;
}

/** How a renderer runs. Tests choose what production does not. */
export interface RendererDifferences {
  readonly limits: Partial<RenderLimits>;
  readonly browser: Omit<BrowserChoice, 'executablePath'>;
  readonly givesWay: boolean;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 30_000;
/** A process that ran so long was in order: the next restart follows at once. */
const STABLE_MS = 60_000;

/**
 * The user id of the renderer if root starts it; not the one of the embedded database, whose files the renderer must not read. In a range
 * that Debian, Fedora and systemd do not use.
 */
const PREFERRED_USER_ID = 59218;

/**
 * Starts a renderer in a process of its own, which ends with this process, and starts it again when it ends by itself.
 * @throws RendererUnavailableError if there is no browser or it does not start, for example because its sandbox does not work here
 */
export async function startRenderer(options: RendererOptions): Promise<Renderer> {
  const { limits = {}, givesWay = true } = options;
  return startWith(options, { limits, givesWay, browser: { sandbox: true, env: {}, trustedKey: null } });
}

/** `startRenderer` with differences for tests. */
export async function startWith({ browser, path, log }: RendererOptions, differences: RendererDifferences): Promise<OwnRenderer> {
  const executablePath = await findBrowser(browser, path);
  const plan = {
    browser: { executablePath, ...differences.browser },
    limits: renderLimitsSchema.parse(differences.limits),
    userId: process.getuid?.() === 0 ? await freeUserId(PREFERRED_USER_ID) : null,
    givesWay: differences.givesWay,
  };
  const renderer = new OwnRenderer(plan, log);
  try {
    await renderer.check(new AbortController().signal);
    return renderer;
  } catch (error) {
    await renderer.stop();
    throw error;
  }
}

interface Running extends ServiceAddress {
  readonly child: ChildProcess;
}

/** The renderer that this process has started. */
export class OwnRenderer implements Renderer {
  readonly #plan: Omit<ChildOptions, 'token'>;
  readonly #log: (line: string) => void;
  readonly #stopping = new AbortController();
  #running: Promise<Running>;
  #watch: Promise<void>;

  constructor(plan: Omit<ChildOptions, 'token'>, log: (line: string) => void) {
    this.#plan = plan;
    this.#log = log;
    this.#running = launch(plan, log);
    this.#running.catch(() => undefined);
    this.#watch = this.#keepRunning();
  }

  /** Pid of the process, for tests. */
  async pid(): Promise<number> {
    return (await this.#running).child.pid ?? 0;
  }

  async check(signal: AbortSignal): Promise<{ browser: string }> {
    return askHealth(await raced(this.#running, signal), signal);
  }

  async *render(request: RenderRequest, signal: AbortSignal): AsyncGenerator<RenderEvent, void, undefined> {
    yield* renderAt(await raced(this.#running, signal), request, signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new RendererUnavailableError('The renderer has been stopped.'));
    const running = await this.#running.catch(() => null);
    if (running !== null) await end(running.child);
    await this.#watch;
  }

  async #keepRunning(): Promise<void> {
    for (let wait = FIRST_DELAY_MS; !this.#stopping.signal.aborted;) {
      const started = performance.now();
      const how = await this.#running.then(({ child }) => ended(child), String);
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - started > STABLE_MS) wait = FIRST_DELAY_MS;
      this.#log(`The renderer ended by itself (${how}); starting it again`);
      this.#running = this.#restart(wait);
      this.#running.catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_DELAY_MS);
    }
  }

  async #restart(wait: number): Promise<Running> {
    await delay(wait, undefined, { signal: this.#stopping.signal });
    return launch(this.#plan, this.#log);
  }
}

/** Starts the process and waits until it listens. */
async function launch(plan: Omit<ChildOptions, 'token'>, log: (line: string) => void): Promise<Running> {
  const token = randomBytes(32).toString('hex');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts')], {
    cwd: '/',
    // None of the caller's settings and secrets.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.on('error', () => undefined); // `ended` reports it
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stderr }).on('line', log);
  child.stdin.write(`${JSON.stringify({ ...plan, token })}\n`);
  const line = new Promise<string | null>((resolve) => {
    createInterface({ input: child.stdout })
      .once('line', resolve)
      .once('close', () => resolve(null));
  });
  const ready = await line;
  if (ready === null) throw new RendererUnavailableError(`The process of the renderer does not start (${await ended(child)}).`);
  const { port } = childReadySchema.parse(JSON.parse(ready));
  return { child, url: `http://127.0.0.1:${port}/`, token };
}

async function ended(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) await once(child, 'exit');
  return child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
}

/** Ends the process by closing its standard input. */
async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended(child);
  clearTimeout(impatience);
}
