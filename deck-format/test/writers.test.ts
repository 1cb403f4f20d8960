import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesSource, examinePackage, openPackage } from '../src/index.ts';
import { nodeEngine } from '../src/node/index.ts';
import { described } from './a-deck.ts';
import { decksWithUnmarkedNames, unusualDecks } from './unusual-decks.ts';
import { npmWriters } from './writers/npm-writers.ts';
import { writerFiles } from './writers/writer-files.ts';
import { extraField, fields, makeZip, type RawEntry } from './zip-maker.ts';

const FIXTURES = new URL('fixtures/', import.meta.url);
const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith('.stage'));

async function expectTheFiles(archive: Uint8Array): Promise<void> {
  for (const engine of [nodeEngine, {}]) {
    const deck = await openPackage(bytesSource(archive), engine);
    const { entries } = await deck.verify();
    expect([...entries.keys()].toSorted()).toEqual([...writerFiles().keys()].toSorted());
    for (const [path, bytes] of writerFiles()) expect(Buffer.from(await deck.read(path)).equals(bytes)).toBe(true);
  }
}

test('there are packages of all programs', () => {
  const programs = new Set(fixtures.map((name) => name.split('-')[0] ?? ''));
  expect([...programs].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['info', 'java', 'python', 'seven']);
});

describe('packages of programs (made by writers/make-fixtures.ts)', () => {
  test.each(fixtures)('%s', (name) => expectTheFiles(new Uint8Array(readFileSync(new URL(name, FIXTURES)))));
});

describe('packages of npm', () => {
  test.each(npmWriters)('%s', async (_name, write) => expectTheFiles(await write(writerFiles())));
});

/**
 * Finder writes data descriptors, decomposed names, times and owners in extra fields, and a second file with the resource fork.
 */
test('an archive like those of Finder', async () => {
  const owners = extraField(0x7875, fields([1, 1], [1, 4], [4, 501], [1, 4], [4, 20]));
  const times = extraField(0x5855, fields([4, 1_700_000_000], [4, 1_700_000_000]));
  const file = (name: string, content: Uint8Array | string): RawEntry =>
    described({
      name: name.normalize('NFD'),
      content,
      local: { extra: Buffer.concat([times, owners]) },
      central: { extra: times, attributes: 0o100644 * 2 ** 16 + 0x4000 },
    });
  const entries = [...writerFiles()].flatMap(([path, bytes]) => [
    file(path, bytes),
    file(`__MACOSX/${path.replace(/[^/]+$/, '._$&')}`, 'resource fork'),
  ]);
  const folders = ['assets/', '__MACOSX/', 'slides/'].map((name) => ({
    name,
    stored: true,
    central: { attributes: 0o040755 * 2 ** 16 + 0x4000 },
  }));
  await expectTheFiles(makeZip({ entries: [...folders, ...entries, file('assets/.DS_Store', 'window places')] }));
});

test('unusual but valid packages', async () => {
  for (const [at, bytes] of [...unusualDecks(), ...decksWithUnmarkedNames()].entries()) {
    for (const engine of [nodeEngine, {}])
      expect({ at, ...(await examinePackage(bytesSource(bytes), engine)) }).toMatchObject({ at, faults: [] });
  }
});

test('names without the UTF-8 flag are those of the Unicode-path field, otherwise UTF-8', async () => {
  const names = decksWithUnmarkedNames().map(async (bytes) => {
    const { entries } = await openPackage(bytesSource(bytes), nodeEngine);
    return [...entries.keys()].filter((name) => /[^\x20-\x7e]/.test(name)).toSorted();
  });
  expect(await Promise.all(names)).toEqual([['größe/été.txt', 'ä', '日無.txt'], ['ä.txt'], ['größe.css']]);
});
