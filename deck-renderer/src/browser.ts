import { tmpdir } from 'node:os';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { type Gate, isDeckAddress } from './gate.ts';
import { processStat } from './proc-stat.ts';
import { RendererUnavailableError } from './protocol.ts';

/** Which browser renders, and how. */
export interface BrowserChoice {
  readonly executablePath: string;
  /** Chromium's process sandbox. False only in tests, on machines where it does not work. */
  readonly sandbox: boolean;
  /** Variables that this browser needs (libraries, fonts). */
  readonly env: Readonly<Record<string, string>>;
  /** The SHA-256 of the public key of a certificate that it trusts, in base64. Only in tests; null for the certificates of the system. */
  readonly trustedKey: string | null;
}

/** A browser for one job, with a profile that is deleted with it. */
export interface JobBrowser {
  /** Where decks are shown. */
  readonly context: BrowserContext;
  /** Makes another context, with nothing of the deck's. */
  readonly newContext: (options: BrowserContextOptions) => Promise<BrowserContext>;
  readonly pid: number;
  /** `Chromium 156.0.8078.79` */
  readonly version: string;
  /** Resolves when the browser process has ended. */
  readonly ended: Promise<void>;
  /** Kills the browser and all of its processes. */
  kill(): Promise<void>;
}

/** No network but the gate, no permissions, no traffic of the browser itself. */
const FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--deny-permission-prompts',
  '--disable-gpu',
  '--disable-file-system',
  '--disable-notifications',
  '--disable-speech-api',
  '--disable-crash-reporter',
  '--mute-audio',
  '--no-first-run',
  '--js-flags=--max-old-space-size=768',
  // With hinting, each letter is a whole number of pixels wide. Text is then spaced unevenly, and text that a script fits to its slide, as
  // reveal.js does, has another size each time it is fitted.
  '--font-render-hinting=none',
  // The last such flag counts: the others are those that Playwright sets (a mouse). Without backgrounds, light text is printed dark.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,shouldPrintBackgrounds=true',
];

const START_LIMIT_MS = 30_000;
const REACH_LIMIT_MS = 10_000;

/**
 * Starts a browser that reaches nothing but the gate.
 * @param baseUrl the address of the deck; null if none is rendered
 * @throws RendererUnavailableError if it does not start, for example because its sandbox does not work here, or does not reach the server of
 * the deck, for example because it does not trust its certificate
 */
export async function openBrowser(choice: BrowserChoice, gate: Gate, baseUrl: string | null): Promise<JobBrowser> {
  const browser = await launch(choice, gate);
  try {
    const pid = await pidOf(browser);
    // Playwright starts the program as the leader of a process group. That is not the browser itself where the program is a script that
    // starts it, such as Debian's chromium-headless-shell.
    const group = processStat(pid)?.group ?? pid;
    const context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      permissions: [],
      colorScheme: 'light',
      locale: 'en',
      timezoneId: 'UTC',
    });
    // The gate sees no paths of encrypted requests.
    if (baseUrl?.startsWith('https:') === true) {
      await context.route('**/*', (route) =>
        isDeckAddress(baseUrl, new URL(route.request().url())) ? route.continue() : route.abort(),
      );
    }
    if (baseUrl !== null) await reach(context, baseUrl);
    const ended = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
    const kill = async (): Promise<void> => {
      killGroup(group);
      await ended;
    };
    const newContext = (options: BrowserContextOptions) => browser.newContext(options);
    return { context, newContext, pid, version: `${nameOf(choice)} ${browser.version()}`, ended, kill };
  } catch (error) {
    await browser.close().catch(() => undefined);
    throw unavailable(error);
  }
}

/**
 * Loads the bridge script. Without this check, a server that cannot be reached would look like a deck whose slides are all missing, and the
 * deck would be left without pictures for good.
 */
async function reach(context: BrowserContext, baseUrl: string): Promise<void> {
  const page = await context.newPage();
  const outcome = new Promise<string | null>((resolve) => {
    page.once('requestfailed', (request) => resolve(request.failure()?.errorText ?? 'the request failed'));
    page.once('response', (response) => resolve(response.ok() ? null : `status ${response.status()}`));
    setTimeout(() => resolve('no answer'), REACH_LIMIT_MS).unref();
  });
  // In a frame: for a page, the browser would request an icon as well.
  await page.setContent(`<iframe src="${new URL('../bridge.js', baseUrl).href}"></iframe>`, { waitUntil: 'commit' });
  const fault = await outcome;
  if (fault !== null)
    throw new RendererUnavailableError(`The browser for rendering cannot load decks from ${new URL(baseUrl).origin}: ${fault}.`);
  await page.close();
}

async function launch({ executablePath, sandbox, env, trustedKey }: BrowserChoice, gate: Gate): Promise<Browser> {
  const home = tmpdir();
  try {
    return await chromium.launch({
      executablePath,
      chromiumSandbox: sandbox,
      args: trustedKey === null ? FLAGS : [...FLAGS, `--ignore-certificate-errors-spki-list=${trustedKey}`],
      proxy: { server: gate.address, bypass: '<-loopback>' },
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: home, LANG: 'C.UTF-8', TZ: 'UTC', ...env },
      timeout: START_LIMIT_MS,
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    });
  } catch (error) {
    throw unavailable(error);
  }
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const found = processInfo.find(({ type }) => type === 'browser');
  if (found === undefined) throw new Error('The browser does not report its process.');
  return found.id;
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const nameOf = ({ executablePath }: BrowserChoice): string => (/google|chrome/i.test(executablePath) ? 'Chrome' : 'Chromium');

function unavailable(error: unknown): RendererUnavailableError {
  if (error instanceof RendererUnavailableError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const reason = /No usable sandbox|setuid sandbox|zygote_host|namespace/i.test(text)
    ? 'its sandbox does not work here. It needs unprivileged user namespaces and, in a container, a seccomp profile that permits them'
    : (text.split('\n')[0] ?? text);
  return new RendererUnavailableError(`The browser for rendering does not start: ${reason}.`, { cause: error });
}
