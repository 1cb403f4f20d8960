import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Scene } from '#server/rest/testing/scene.ts';
import { aLectern } from '#server/testing/lectern.ts';

const run = promisify(execFile);
const guide = await readFile(path.join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8');

/** The examples of one language in the guide, one after the other. */
function examplesIn(language: string): string {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1]).join('\n');
}

/** For each language: the command that runs it, whether it is installed, and texts that its examples must print. */
const LANGUAGES = [
  {
    name: 'sh',
    file: 'examples.sh',
    command: ['bash', '-euo', 'pipefail'],
    // The first version with `%header{…}`.
    canRun: async () =>
      (/^curl (\d+\.\d+)/.exec((await run('curl', ['--version'])).stdout)?.[1] ?? '').localeCompare('7.84', 'en', {
        numeric: true,
      }) >= 0,
    prints: [
      /"title":"All hands"/,
      /\/api\/decks\/[0-9a-f-]{36}\n/,
      /"body":"Thank everybody for coming"/,
      /"number":2.*"number":1/,
      /DECK_NOT_FOUND/,
    ],
  },
  {
    name: 'js',
    file: 'examples.mjs',
    command: [process.execPath],
    canRun: () => Promise.resolve(true),
    prints: [/^All hands 2$/m, /^All hands [0-9a-f-]{36}$/m, /^PRECONDITION_FAILED they wrote: Welcome, all$/m, /^version 2$/m],
  },
  {
    name: 'python',
    file: 'examples.py',
    command: ['python3'],
    canRun: async () => (await run('python3', ['--version'])).stdout.startsWith('Python 3'),
    prints: [/^Quarterly figures 2$/m, /^PRECONDITION_FAILED Welcome$/m, /^\[2, 1\]$/m],
  },
];

const lectern = await aLectern();

it.for(LANGUAGES)('the examples in $name run as they are written', async ({ name, file, command, canRun, prints }, { skip }) => {
  if (!(await canRun().catch(() => false))) return skip(`${command[0]} is not installed or too old`);
  await lectern.aUser({ name: 'Grace Hopper' });
  const scene = new Scene(lectern, { owner: await lectern.aUser() });
  const { key } = await scene.aKey();
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-guide-'));
  try {
    await writeFile(path.join(directory, 'talk.stage'), await scene.aPackage());
    await writeFile(path.join(directory, file), examplesIn(name));
    const { stdout } = await run(command[0] ?? '', [...command.slice(1), file], {
      cwd: directory,
      env: { ...process.env, LECTERN: lectern.address, LECTERN_KEY: key },
    });
    for (const expected of prints) expect(stdout).toMatch(expected);
    // The examples have deleted their decks.
    expect((await lectern.as(scene.owner).get('/api/decks?owner=me')).body).toMatchObject({ items: [] });
  } finally {
    await rm(directory, { recursive: true });
  }
  return undefined;
});

it('the guide says what may change, how long deprecated parts work, and that tRPC is private', () => {
  const [, compatibility = ''] = /^## Compatibility\n(.*?)^## /ms.exec(guide) ?? [];
  const text = compatibility.replaceAll(/\s+/g, ' ');
  expect(text).toContain('marked `deprecated` in the OpenAPI document');
  expect(text).toContain('at least six months');
  expect(text).toContain('`/api/trpc`. That interface is private');
});
