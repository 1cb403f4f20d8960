import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser, launchOptionsOf } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/announce-browser.ts',
  // Each worker has a server and a browser of its own: two keep two cores busy.
  workers: Math.max(2, availableParallelism() - 1),
  // No retries on a developer's machine, because a test that passes only on retry has found a problem. In CI on shared machines a
  // test is retried once and the summary names it.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // Limits for hanging tests only. They do not measure speed, because the machine may be busy.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['../scripts/suites/playwright-tally.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    // As for `expect`: an action that cannot be done must not take the whole time of its test.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Transitions cost more processor time than what the tests do. The tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording takes more processor time than most tests do. Add `--trace on` to the command for a test that fails.
    trace: 'on-first-retry',
    launchOptions: launchOptionsOf(await findBrowser()),
  },
});
