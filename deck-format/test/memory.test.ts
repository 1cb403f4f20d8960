import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_MANIFEST_VALUES } from '../src/limits.ts';
import { aDeck, aDeckAnd, aDeckWith, aManifest } from './a-deck.ts';
import type { RawEntry } from './zip-maker.ts';

const MIB = 1024 * 1024;
/** Maximum memory for opening and verifying any package (README.md, "Guarantees"). */
const MOST = 64 * MIB;

/** `open`: up to the first fault, as a player or a server does. `examine`: all faults, as `stage verify` does. */
type Way = 'open' | 'examine';

/**
 * Opens and verifies a package in a process of its own. New objects get little room there, so that garbage is collected soon: otherwise the
 * process grows by garbage, by more on a busy machine. `growth` is in bytes; `code` is that of the first fault, or `valid`.
 */
function memoryOfReading(archive: Uint8Array, way: Way = 'open'): { code: string; growth: number } {
  const folder = mkdtempSync(join(tmpdir(), 'stage-memory-'));
  try {
    const files = { warmUp: join(folder, 'warm-up.stage'), measured: join(folder, 'measured.stage') };
    writeFileSync(files.warmUp, aDeck());
    writeFileSync(files.measured, archive);
    const program = [
      '--expose-gc',
      '--max-semi-space-size=1',
      '--input-type=module',
      '-e',
      PROGRAM,
      files.warmUp,
      files.measured,
      way,
    ];
    return JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8' })) as ReturnType<typeof memoryOfReading>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads a small valid package first, so that loading the code is not measured. */
const PROGRAM = `
  import { examinePackage, openPackage } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
  import { nodeEngine, openFileSource } from ${JSON.stringify(new URL('../src/node/index.ts', import.meta.url).href)};
  const read = async (path) => {
    await using source = await openFileSource(path);
    if (process.argv[3] === 'examine') return (await examinePackage(source, nodeEngine)).faults[0]?.code ?? 'valid';
    return await openPackage(source, nodeEngine).then((deck) => deck.verify()).then(() => 'valid', (error) => error.code);
  };
  await read(process.argv[1]);
  globalThis.gc();
  const before = process.memoryUsage().rss;
  let peak = before;
  const look = () => { peak = Math.max(peak, process.memoryUsage().rss); };
  const watch = setInterval(look, 2);
  const code = await read(process.argv[2]);
  clearInterval(watch);
  look();
  console.log(JSON.stringify({ code, growth: peak - before }));`;

const numbered = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();
const deckWithManifest = (content: string): Uint8Array => aDeckWith('manifest.json', (entry) => ({ ...entry, content }));
const deckWithFields = (json: string): Uint8Array => deckWithManifest(`${JSON.stringify(aManifest()).slice(0, -1)},${json}}`);
const deckWithNames = (count: number, name: (at: number) => string, changes: Partial<RawEntry> = {}): Uint8Array =>
  aDeckAnd(...Array.from({ length: count }, (_, at) => ({ name: name(at), stored: true, ...changes })));
const skipped = (count: number): string => `{"schema":"slidestage@1.0","offline":{"skippedUrls":[${'0,'.repeat(count)}0]}}`;

describe('hostile packages are refused', () => {
  test.each([
    [
      'an entry that yields 100 MB more than it declares',
      () => {
        const bomb = { data: deflateRawSync(Buffer.alloc(100_000_000)), both: { size: 60_000 } };
        return aDeckWith('slides/01.html', (entry) => ({ ...entry, ...bomb }));
      },
    ],
    ['a manifest in 150 MB of empty deflate blocks', () => paddedManifest(150_000_000)],
    ['a manifest of 1.7 million empty objects', () => deckWithManifest(`{"x":[${'{},'.repeat(1_700_000)}{}]}`)],
    ['a manifest of 240,000 keys', () => deckWithFields(numbered(240_000, (at) => `"k${at}":1`))],
    ['a manifest of one key, 45,000 times', () => deckWithManifest(`{${'"a":1,'.repeat(45_000)}"a":1}`)],
    ['a manifest of 49,000 small faults', () => deckWithManifest(skipped(49_000))],
    ['a manifest of 39,000 small faults', () => deckWithManifest(skipped(39_000))],
    ['a manifest of 4 million brackets', () => deckWithManifest('['.repeat(4_000_000))],
    [
      'a manifest whose paths are 4 MB long',
      () => deckWithManifest(JSON.stringify(aManifest()).replaceAll('slides/', 'a/'.repeat(1_000_000))),
    ],
    ['60 names of 65,000 bytes', () => deckWithNames(60, (at) => `${'b/'.repeat(32_000)}${at}`)],
    ['60 names of 65,000 bytes beyond ASCII', () => deckWithNames(60, (at) => `${'\u4e00/'.repeat(16_000)}${at}`)],
    ['60 names of 32,000 combining marks', () => deckWithNames(60, (at) => `a${'\u0301\u0323'.repeat(16_000)}${at}`)],
  ])('%s', (_name, make) => {
    const archive = make();
    for (const way of ['open', 'examine'] as const) {
      const { code, growth } = memoryOfReading(archive, way);
      expect(code).toMatch(/^E_/);
      expect(growth, way).toBeLessThan(MOST);
    }
  });
});

function paddedManifest(bytes: number): Uint8Array {
  const blocks = Buffer.alloc(bytes, Uint8Array.of(0, 0, 0, 0xff, 0xff));
  const data = Buffer.concat([blocks, deflateRawSync(JSON.stringify(aManifest()))]);
  return aDeckWith('manifest.json', (entry) => ({ ...entry, data }));
}

describe('valid packages at the limits are accepted', () => {
  const values = MAX_MANIFEST_VALUES - 100;
  test.each([
    ['9,000 names of 370 bytes in 180 folders', () => deckWithNames(9000, (at) => `${'b/'.repeat(180)}${at}`)],
    ['9,000 names with 120 empty segments', () => deckWithNames(9000, (at) => `${'b//'.repeat(120)}${at}`)],
    ['9,000 names with 180 backslashes', () => deckWithNames(9000, (at) => `${'b\\'.repeat(180)}${at}`)],
    ['9,000 names beyond ASCII', () => deckWithNames(9000, (at) => `${'\u00e9'.repeat(180)}${at}`)],
    [
      'the same without the UTF-8 flag',
      () => deckWithNames(9000, (at) => `${'\u00e9'.repeat(180)}${at}`, { both: { flags: 0 } }),
    ],
    ['a manifest with the maximum number of keys', () => deckWithFields(numbered(values, (at) => `"k${at}":1`))],
    ['long keys', () => deckWithFields(numbered(values, (at) => `"${'k'.repeat(85)}${at}":1`))],
    ['small objects', () => deckWithFields(`"x":[${numbered(values / 2, (at) => `{"a":${at}}`)}]`)],
    ['texts with NUL characters', () => deckWithFields(`"x":[${numbered(values, (at) => `"\\u0000${at}"`)}]`)],
    [
      'a hundred texts with NUL characters under a key of 4 MB',
      () => deckWithFields(`"${'k'.repeat(4_000_000)}":[${'"\\u0000",'.repeat(100)}1]`),
    ],
    ['39,000 unknown capabilities', () => deckWithFields(`"compat":{"requires":[${numbered(39_000, (at) => `"c${at}"`)}]}`)],
    ['notes of 4.5 MB', () => deckWithFields(`"notes":"${'\u4e00'.repeat(1_500_000)}"`)],
    [
      'an entry of 99 MiB',
      () => aDeckWith('assets/dot.png', (entry) => ({ ...entry, stored: false, content: Buffer.alloc(99 * MIB) })),
    ],
  ])('%s', (_name, make) => {
    const { code, growth } = memoryOfReading(make());
    expect(code).toBe('valid');
    expect(growth).toBeLessThan(MOST);
  });
});
