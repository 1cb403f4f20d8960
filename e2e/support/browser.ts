import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from 'deck-renderer';
import { packagedChromium } from './packaged-chromium.ts';

/** A Chromium for the tests. */
export interface Browser {
  readonly executablePath: string;
  /** Printed before the tests, so that reports name the browser. */
  readonly origin: string;
  readonly env: Record<string, string>;
}

/** The environment variable that selects a browser. */
const GIVEN = 'LECTERN_TEST_BROWSER';

/**
 * Browser flags. None may weaken what the tests prove: no flag that affects web security, site isolation or frame sandboxing.
 * (Chromium's process sandbox is off, because it does not work as root.)
 */
export const BROWSER_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const HOW_TO_GET_ONE = `No browser was found for the browser tests. Any one of these will do:
  - install Google Chrome or Chromium (Debian and Ubuntu: apt-get install chromium)
  - npx playwright install chromium
  - set ${GIVEN} to the path of a Chromium of your own`;

/** Searches in this order: the given path, the system, Playwright's download, the Chromium of an npm package (Linux on x64). */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const given = env[GIVEN];
  if (given) {
    if (!(await canRun(given))) throw new Error(`${GIVEN} is "${given}", which is not a program that can be run.`);
    return { executablePath: given, origin: GIVEN, env: {} };
  }
  const system = await findSystemBrowser(env['PATH'] ?? '');
  if (system) return { executablePath: system, origin: 'the system', env: {} };
  const downloaded = chromium.executablePath();
  if (await canRun(downloaded)) return { executablePath: downloaded, origin: "Playwright's download", env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium();
  throw new Error(HOW_TO_GET_ONE);
}

/** A Chromium that has a user interface, although tests run it headless. Undefined if there is none. */
export async function findFullBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser | undefined> {
  const system = await findSystemBrowser(env['PATH'] ?? '', { isFull: true });
  if (system) return { executablePath: system, origin: 'the system', env: {} };
  const downloaded = chromium.executablePath();
  return (await canRun(downloaded)) ? { executablePath: downloaded, origin: "Playwright's download", env: {} } : undefined;
}

/** How Playwright starts a browser. */
export function launchOptionsOf({ executablePath, env }: Browser) {
  return { executablePath, args: BROWSER_FLAGS, env: { ...process.env, ...env } };
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
