import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './support/browser.ts';

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/announce-browser.ts',
  // Each worker has a server and a browser of its own and often waits for one of them: on two cores, two workers leave much of the time unused.
  workers: Math.max(3, availableParallelism() - 1),
  // No retries on a developer's machine, because a test that passes only on retry has found a problem. In CI on shared machines a
  // test is retried once and the summary names it.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // Limits for hanging tests only. They do not measure speed, because the machine may be busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['../scripts/suites/playwright-tally.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Recording every test takes more processor time than some tests do. Where tests are retried, only the retry is recorded.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: { executablePath, args: BROWSER_FLAGS, env: { ...process.env, ...env } },
  },
});
