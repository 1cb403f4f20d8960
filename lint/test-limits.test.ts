import { expect, it } from 'vitest';
import { repositoryFiles, textOf } from './repository-files.ts';

const tests = repositoryFiles('*.test.ts', '*.test.tsx', '*.spec.ts');

/** A limit up to this is the time of one attempt, which the test repeats until it succeeds. */
const ATTEMPT_MS_MAX = 2000;
/** How long a test may wait for something: `vitest.config.ts`. */
const PATIENCE_MS = 300_000;

const NAME = 'timeout';
/** A limit as an option, or as the last argument of a test or hook. */
const LIMIT = /\btimeout: ([\d_]+)|^ {0,2}(?:\}, |  )([\d_]+)(?:\);|,\n {0,2}\);)/gm;

/** The limits that a text states in milliseconds. */
const limitsIn = (text: string): number[] =>
  [...text.matchAll(LIMIT)].map(([, option, argument = '']) => Number((option ?? argument).replaceAll('_', '')));

/** The time that has passed, or that is left, compared with a number. `expectSince` compares with the moment at which something began. */
const TIME_COMPARED = /\bnow\(\) - .*\)\.toBeLessThan|- (?:Date|performance)\.now\(\)\)+\.toBe(?:Less|Greater)Than/;

it('no test expects that something has happened within a time on the clock', () => {
  const found = tests.flatMap((file) => {
    const lines = textOf(file).split('\n');
    return lines.filter((line) => TIME_COMPARED.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

/** What a running server waits with: postgres.js writes with `setImmediate`. */
const AWAITED = /\b(?:setTimeout|setImmediate|nextTick|queueMicrotask)\b/;
const isRunningServer = (text: string): boolean => /from '[^']*\/testing\/(?:lectern|test-database)\.ts'/.test(text);
/** Whether a text replaces timers that a running server waits with. Without a list, all of them are replaced. */
const stopsServers = (text: string): boolean =>
  [...text.matchAll(/useFakeTimers\((.*)\)/g)].some(([, options = '']) => !options.includes('toFake') || AWAITED.test(options));

it.each([
  ['', true],
  ['{ now: 5 }', true],
  ["{ toFake: ['setTimeout', 'clearTimeout'] }", true],
  ["{ toFake: ['Date'], now }", false],
  ["{ toFake: ['setInterval', 'clearInterval'] }", false],
])('whether timers are replaced that a server waits with is known: %s', (options, expected) => {
  expect(stopsServers(`vi.useFakeTimers(${options});`)).toBe(expected);
});

it('no test replaces timers while a server or database of the same file waits with them, for it would wait for ever', () => {
  const found = tests.filter((file) => {
    const text = textOf(file);
    return isRunningServer(text) && stopsServers(text);
  });
  expect(found).toEqual([]);
});

/** Not written out, because this file is read as well. */
const optionOf = (limit: number): string => `await expect(heading).toBeVisible({ ${NAME}: ${String(limit)} });`;

it.each([
  ['an option', optionOf(60_000)],
  ['the last argument', "it('starts', async () => {\n  await start();\n}, 60_000);"],
  ['the last argument in a group', "  it('starts', async () => {\n    await start();\n  }, 60_000);"],
  ['the last argument, on its own line', "it(\n  'starts',\n  async () => {},\n  60_000,\n);"],
])('a limit is found as %s', (_, text) => {
  expect(limitsIn(text)).toEqual([60_000]);
});

it('no test waits for less time than the configuration allows, because the machine may be busy', () => {
  const short = tests.flatMap((file) => {
    const limits = limitsIn(textOf(file));
    return limits.filter((limit) => limit > ATTEMPT_MS_MAX && limit < PATIENCE_MS).map((limit) => `${file}: ${limit}`);
  });
  expect(short).toEqual([]);
});
