import { defineConfig } from 'vitest/config';

/**
 * A test that hangs fails at last. These limits are far above what any test takes, because a machine may be busy
 * with other work: no test may depend on its pace.
 */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 100_000 } } };

const DATABASE = { environment: 'node', globalSetup: ['server/db/testing/global-setup.ts'] };

/**
 * The files of a worker share the modules that they import: loading the server anew for each of them took half of the
 * processor's time. So a test must not replace a module or leave a global changed.
 */
const SHARED_MODULES = { isolate: false };

/** The tests that replace modules (`vi.mock`). */
const MOCKING = ['server/storage/disk-faults.test.ts'];

/** One project for each part of the repository: `vitest --project server` runs one of them. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'shared/**/*.test.ts', 'drizzle/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...MOCKING],
          ...DATABASE,
          ...SHARED_MODULES,
          ...LIMITS,
        },
      },
      { test: { name: 'server-mocks', include: MOCKING, environment: 'node', ...LIMITS } },
      { test: { name: 'deck-format', include: ['deck-format/**/*.test.ts'], environment: 'node', ...SHARED_MODULES, ...LIMITS } },
      {
        test: {
          name: 'embedded-postgres-server',
          include: ['embedded-postgres-server/**/*.test.ts'],
          environment: 'node',
          ...LIMITS,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'node', ...LIMITS } },
      { test: { name: 'tooling', include: ['{lint,scripts,e2e,bench}/**/*.test.ts'], environment: 'node', ...LIMITS } },
    ],
  },
});
