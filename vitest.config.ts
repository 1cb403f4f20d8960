import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser, launchOptionsOf } from './e2e/support/browser.ts';

/**
 * A test that hangs fails at last. These limits are far above what any test takes, because a machine may be busy
 * with other work: no test may depend on its pace.
 */
const LIMITS = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } };

const DATABASE = { environment: 'node', globalSetup: ['server/db/testing/global-setup.ts'] };

/**
 * The files of a worker share the modules that they import: loading the server anew for each of them took half of the
 * processor's time. So a test must not replace a module or leave a global changed.
 */
const SHARED_MODULES = { isolate: false };

/**
 * One core is left to the databases, servers and browsers that tests start. With two cores there are three workers, because tests wait for
 * those almost half of the time.
 */
const WORKERS = Math.max(3, availableParallelism() - 1);

/** The tests that replace modules (`vi.mock`). */
const MOCKING = ['server/storage/disk-faults.test.ts'];

/** Tests of components and hooks, which run in a real Chromium: the one that the browser tests use. */
const IN_BROWSER = ['web/**/*.browser.test.{ts,tsx}'];

/** The packages that these tests load. */
const PREBUNDLED = [
  '@nanostores/react',
  'nanostores',
  'radix-ui',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@trpc/client',
  '@trpc/server/observable',
  '@trpc/tanstack-react-query',
  'i18next',
  'idb',
  'node-diff3',
  'react',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'react/jsx-dev-runtime',
  'vitest-browser-react',
  'zod/mini',
];

/** Without a browser, only the tests that need one fail. */
const launchOptions = launchOptionsOf(
  await findBrowser().catch(() => ({ executablePath: 'no browser was found', origin: '', env: {} })),
);

/** One project for each part of the repository: `vitest --project server` runs one of them. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'faults/**/*.test.ts', 'shared/**/*.test.ts', 'drizzle/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...MOCKING],
          ...DATABASE,
          setupFiles: ['server/testing/cheap-hashes.ts'],
          // Once for each worker: it must not make what is slow already slower.
          execArgv: ['--import', './server/testing/slow-machine.ts'],
          ...SHARED_MODULES,
          ...LIMITS,
        },
      },
      { test: { name: 'server-mocks', include: MOCKING, environment: 'node', ...LIMITS } },
      { test: { name: 'deck-format', include: ['deck-format/**/*.test.ts'], environment: 'node', ...SHARED_MODULES, ...LIMITS } },
      { test: { name: 'deck-renderer', include: ['deck-renderer/**/*.test.ts'], environment: 'node', ...LIMITS } },
      {
        test: {
          name: 'embedded-postgres-server',
          include: ['embedded-postgres-server/**/*.test.ts'],
          environment: 'node',
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...IN_BROWSER],
          environment: 'node',
          ...LIMITS,
        },
      },
      {
        plugins: [react()],
        // Named, because a package that Vite finds during a test reloads the page.
        optimizeDeps: { include: PREBUNDLED },
        test: {
          name: 'browser',
          include: IN_BROWSER,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
          ...LIMITS,
        },
      },
      { test: { name: 'tooling', include: ['{lint,scripts,e2e,bench}/**/*.test.ts'], environment: 'node', ...LIMITS } },
    ],
  },
});
