import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './support/browser.ts';

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/announce-browser.ts',
  workers: 2,
  // A test that passes the second time has found something the first time: its author is to see it fail. Where nobody
  // watches and the machine is shared, it runs once more and the summary names it.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // A test that hangs fails at last. These limits say nothing about speed: the machine may be busy with other work.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['../scripts/suites/playwright-tally.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath, args: BROWSER_FLAGS, env: { ...process.env, ...env } },
  },
});
