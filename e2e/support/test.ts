import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import type { Role } from '#shared/people.ts';
import { findBrowser } from './browser.ts';
import { type Account, type Accounts, accountsOf } from './accounts.ts';
import { endRoutes, expect, test as guarded } from './guarded-test.ts';
import { type Lectern, startLectern } from './lectern.ts';
import type { PageErrors } from './page-errors.ts';

interface PerTest {
  /** A second, unused Lectern for tests of the first start. */
  readonly freshLectern: Lectern;
  /** A new user, signed in on `page`. */
  readonly user: Account;
  /** Opens a separate browser, which is closed after the test. */
  readonly anotherBrowser: OpensBrowser;
  /** The same at a Lectern with a renderer. The test is skipped where the sandbox of Chromium does not work. */
  readonly renderingBrowser: OpensBrowser;
}

type OpensBrowser = (wish?: BrowserWish) => Promise<BrowserContext>;

interface BrowserWish extends BrowserContextOptions {
  /** Name of a new user to sign in; without it no one is signed in. */
  readonly as?: string;
  /** The role of that user; without it `user`. */
  readonly role?: Role;
}

/** A Lectern with a renderer. */
interface Rendering {
  readonly lectern: Lectern;
  readonly accounts: Accounts;
  /** Whether it can make pictures here. */
  readonly isAvailable: boolean;
}

interface PerWorker {
  /** The server of this worker. Tests share it and create their own users and decks. */
  readonly lectern: Lectern;
  readonly accounts: Accounts;
  /** The server with a renderer, once a test of this worker asks for it. */
  readonly rendering: Rendering;
}

export { expect };
export const test = guarded.extend<PerTest, PerWorker>({
  lectern: [
    async ({}, use) => {
      await using lectern = await startLectern();
      await use(lectern);
    },
    { scope: 'worker' },
  ],
  accounts: [
    async ({ lectern }, use) => {
      await using accounts = await accountsOf(lectern);
      await use(accounts);
    },
    { scope: 'worker' },
  ],
  rendering: [
    async ({}, use) => {
      const { executablePath } = await findBrowser();
      await using lectern = await startLectern({ RENDERER_BROWSER: executablePath });
      await expect.poll(() => rendererOf(lectern)).not.toBe('starting');
      await using accounts = await accountsOf(lectern);
      await use({ lectern, accounts, isAvailable: (await rendererOf(lectern)) !== 'unavailable' });
    },
    { scope: 'worker' },
  ],
  freshLectern: async ({}, use) => {
    await using lectern = await startLectern();
    await use(lectern);
  },
  baseURL: async ({ lectern }, use) => use(lectern.origin),
  anotherBrowser: async ({ browser, lectern, accounts, pageErrors }, use) => {
    await using opened = new AsyncDisposableStack();
    await use(opensBrowsers(browser, { lectern, accounts, pageErrors, opened }));
  },
  renderingBrowser: async ({ browser, rendering, pageErrors }, use, testInfo) => {
    const { lectern, accounts, isAvailable } = rendering;
    testInfo.skip(!isAvailable, `Chromium's sandbox does not work here:\n${lectern.output()}`);
    await using opened = new AsyncDisposableStack();
    await use(opensBrowsers(browser, { lectern, accounts, pageErrors, opened }));
  },
  user: async ({ accounts, context }, use) => use(await accounts.signedIn(context)),
});

interface Surroundings {
  readonly lectern: Lectern;
  readonly accounts: Accounts;
  readonly pageErrors: PageErrors;
  /** What is closed after the test. */
  readonly opened: AsyncDisposableStack;
}

function opensBrowsers(browser: Browser, { lectern, accounts, pageErrors, opened }: Surroundings): OpensBrowser {
  return async ({ as: name, role = 'user', ...options } = {}) => {
    const context = opened.use(await browser.newContext({ baseURL: lectern.origin, ...options }));
    opened.defer(() => endRoutes(context));
    pageErrors.watch(context);
    if (name !== undefined) await accounts.signedIn(context, { name, role });
    return context;
  };
}

/** The state of the renderer. */
async function rendererOf({ origin }: Lectern): Promise<string> {
  return ((await (await fetch(`${origin}/api/health`)).json()) as { renderer: string }).renderer;
}
