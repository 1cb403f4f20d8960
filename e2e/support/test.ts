import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { type Account, type Accounts, accountsOf } from './accounts.ts';
import { expect, test as guarded } from './guarded-test.ts';
import { type Lectern, startLectern } from './lectern.ts';

interface PerTest {
  /** A second, unused Lectern for tests of the first start. */
  readonly freshLectern: Lectern;
  /** A Lectern of this test with a renderer. The test is skipped where the sandbox of Chromium does not work. */
  readonly renderingLectern: Lectern;
  /** A new user, signed in on `page`. */
  readonly user: Account;
  /** Opens a separate browser, which is closed after the test. */
  readonly anotherBrowser: (wish?: BrowserWish) => Promise<BrowserContext>;
}

interface BrowserWish extends BrowserContextOptions {
  /** Name of a new user to sign in; without it no one is signed in. */
  readonly as?: string;
}

interface PerWorker {
  /** The server of this worker. Tests share it and create their own users and decks. */
  readonly lectern: Lectern;
  readonly accounts: Accounts;
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
  freshLectern: async ({}, use) => {
    await using lectern = await startLectern();
    await use(lectern);
  },
  renderingLectern: async ({}, use, testInfo) => {
    const { executablePath } = await findBrowser();
    await using lectern = await startLectern({ RENDERER_BROWSER: executablePath });
    await expect.poll(() => rendererOf(lectern)).not.toBe('starting');
    const isSandboxed = (await rendererOf(lectern)) !== 'unavailable';
    testInfo.skip(!isSandboxed, `Chromium's sandbox does not work here:\n${lectern.output()}`);
    await use(lectern);
  },
  baseURL: async ({ lectern }, use) => use(lectern.origin),
  anotherBrowser: async ({ browser, lectern, viewport, accounts, pageErrors }, use) => {
    await using opened = new AsyncDisposableStack();
    await use(async ({ as: name, ...options } = {}) => {
      const context = opened.use(await browser.newContext({ baseURL: lectern.origin, viewport, ...options }));
      pageErrors.watch(context);
      if (name !== undefined) await accounts.signedIn(context, { name });
      return context;
    });
  },
  user: async ({ accounts, context }, use) => use(await accounts.signedIn(context)),
});

/** The state of the renderer. */
async function rendererOf({ origin }: Lectern): Promise<string> {
  return ((await (await fetch(`${origin}/api/health`)).json()) as { renderer: string }).renderer;
}
