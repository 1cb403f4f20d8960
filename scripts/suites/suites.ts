import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const program = (path: string): string => join(root, 'node_modules', path);

/** One step of the test run: a program that Node runs. Exit code 0 means success. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly args: readonly string[];
  /** Whether the suite counts its own tests and writes a tally. Any other suite counts as one test. */
  readonly counts: boolean;
  /** Name of a suite that must run first. */
  readonly after?: string;
}

const check = (name: string, title: string, ...args: string[]): Suite => ({ name, title, args, counts: false });
const tests = (name: string, title: string, ...args: string[]): Suite => ({ name, title, args, counts: true });

/** The fastest suites come first. */
const SUITES: readonly Suite[] = [
  check('types', 'Types', program('typescript/bin/tsc'), '--project', 'tsconfig.json'),
  check(
    'browser-safe',
    'Types of deck-format without Node',
    program('typescript/bin/tsc'),
    '--project',
    'deck-format/tsconfig.json',
  ),
  check('lint', 'Lint', program('oxlint/bin/oxlint'), '.'),
  check('format', 'Format', program('oxfmt/bin/oxfmt'), '--check', '.'),
  check('unused', 'Unused files, exports and packages', program('knip/bin/knip.js'), '--no-progress'),
  check('migrations', 'Migrations match the tables', 'scripts/check-migrations.ts'),
  check('openapi', 'OpenAPI document matches the code', 'scripts/openapi.ts', '--check'),
  check('package', 'deck-format can be published', 'deck-format/scripts/lint-package.ts'),
  check('build', 'Build of the web application', 'scripts/build-web.ts'),
  tests(
    'unit',
    'Unit and integration tests',
    program('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=./scripts/suites/vitest-tally.ts',
  ),
  { ...tests('faults', 'Faults while clients use the service', 'faults/run.ts', '--each', '--seed', '1'), after: 'build' },
  {
    ...tests('e2e', 'Browser tests', program('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'),
    after: 'build',
  },
];

/** The suites of `npm run check`: those that do not run the product. */
export const STATIC_CHECKS: readonly string[] = [
  'types',
  'browser-safe',
  'lint',
  'format',
  'unused',
  'migrations',
  'openapi',
  'package',
];

/**
 * The named suites and those that they depend on, in the order of `SUITES`. All suites if no name is given.
 *
 * @throws Error if there is no suite with one of the names
 */
export function suitesNamed(names: readonly string[]): readonly Suite[] {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no suite called ${unknown.join(' or ')}. The suites are ${SUITES.map(({ name }) => name).join(', ')}.`,
    );
  }
  const needed = new Set(names.flatMap((name) => [name, SUITES.find((suite) => suite.name === name)?.after]));
  return names.length === 0 ? SUITES : SUITES.filter(({ name }) => needed.has(name));
}
