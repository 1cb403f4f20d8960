import { defineConfig } from 'vitest/config';

/** One project for each part of the house, so that `vitest --project server` runs one of them. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'shared/**/*.test.ts', 'drizzle/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/db/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'deck-format', include: ['deck-format/**/*.test.ts'], environment: 'node', testTimeout: 30_000 } },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'node' } },
      { test: { name: 'tooling', include: ['{lint,scripts,e2e,bench}/**/*.test.ts'], environment: 'node' } },
    ],
  },
});
