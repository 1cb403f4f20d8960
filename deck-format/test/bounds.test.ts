import { deflateRawSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { bytesSource, openPackage, PackageError, type RandomAccessSource } from '../src/index.ts';
import { nodeEngine } from '../src/node/index.ts';
import { aDeckAnd, aManifest, deckEntries } from './a-deck.ts';
import { sparse, watched } from './a-source.ts';
import { fields, makeZip } from './zip-maker.ts';

const MIB = 1024 * 1024;

interface Cost {
  readonly code: string;
  readonly milliseconds: number;
  readonly reads: number;
  readonly bytesRead: number;
}

/** Milliseconds of processor time: what a busy machine does besides does not count. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function costOfRefusing(source: RandomAccessSource, limits = {}): Promise<Cost> {
  const seen = watched(source);
  const start = process.cpuUsage();
  try {
    await (await openPackage(seen, { ...nodeEngine, limits })).verify();
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const bytesRead = seen.reads.reduce((sum, { length }) => sum + length, 0);
    return { code: error.code, milliseconds: cpuSince(start), reads: seen.reads.length, bytesRead };
  }
  throw new Error('It got through.');
}

describe('a fault in structure or declared sizes costs little whatever the size', () => {
  const end = (count: number, size: number, offset: number): Uint8Array =>
    fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  const huge = 190 * MIB;

  test.each([
    ['190 MiB of nothing', sparse(huge, [])],
    ['190 MiB of zeros behind a deck', sparse(huge, [{ at: 0, bytes: aDeckAnd() }])],
    ['an end record alone, at the end of 190 MiB', sparse(huge, [{ at: huge - 22, bytes: end(1, 100, 5) }])],
    ['a directory of 4 MiB of zeros', sparse(huge, [{ at: huge - 22, bytes: end(10_000, 4 * MIB, huge - 22 - 4 * MIB) }])],
    ['more than 200 MiB', sparse(300 * MIB, [])],
    [
      'a gigabyte of declared sizes',
      bytesSource(
        aDeckAnd(
          ...Array.from({ length: 20 }, (_, at) => ({ name: `b${at}`, data: new Uint8Array(60_000), both: { size: 60 * MIB } })),
        ),
      ),
    ],
  ])('%s', async (_name, source) => {
    const cost = await costOfRefusing(source);
    expect(cost.reads).toBeLessThanOrEqual(3);
    expect(cost.bytesRead).toBeLessThan(5 * MIB);
    expect(cost.milliseconds).toBeLessThan(1000);
  });
});

describe('what looks small and costs much', () => {
  test('9,000 names of 150 folders each', async () => {
    const deep = aDeckAnd(...Array.from({ length: 9000 }, (_, at) => ({ name: `${'a/'.repeat(150)}${at}`, stored: true })));
    const start = process.cpuUsage();
    await openPackage(bytesSource(deep), nodeEngine);
    expect(cpuSince(start)).toBeLessThan(1500);
  });

  test('names of 65,000 characters', async () => {
    const long = aDeckAnd(...Array.from({ length: 50 }, (_, at) => ({ name: `${'b/'.repeat(32_000)}${at}`, stored: true })));
    const start = process.cpuUsage();
    await openPackage(bytesSource(long), nodeEngine);
    expect(cpuSince(start)).toBeLessThan(1500);
  });

  test('a tail full of end records', async () => {
    const cost = await costOfRefusing(bytesSource(Buffer.concat(Array.from({ length: 5000 }, () => fields([4, 0x06054b50])))));
    expect(cost.milliseconds).toBeLessThan(1000);
  });
});

/** In a process of its own, so that its memory is its own. */
function memoryOfRefusing(make: string): { code: string; growth: number; milliseconds: number } {
  const entry = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    import { openPackage, bytesSource } from ${entry('../src/index.ts')};
    import { nodeEngine } from ${entry('../src/node/index.ts')};
    import { makeZip } from ${entry('zip-maker.ts')};
    import { aDeckWith, aDeck } from ${entry('a-deck.ts')};
    import { deflateRawSync } from 'node:zlib';
    const bytes = ${make};
    await (await openPackage(bytesSource(aDeck()), nodeEngine)).verify();
    globalThis.gc();
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 2);
    const start = process.cpuUsage();
    const code = await openPackage(bytesSource(bytes), nodeEngine).then((deck) => deck.verify()).then(() => 'sound', (error) => error.code);
    const used = process.cpuUsage(start);
    const milliseconds = (used.user + used.system) / 1000;
    clearInterval(watch);
    peak = Math.max(peak, process.memoryUsage().rss);
    console.log(JSON.stringify({ code, growth: peak - before, milliseconds }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as ReturnType<typeof memoryOfRefusing>;
}

describe('memory of refusing', () => {
  test.each([
    [
      'an entry that yields 100 MB more than it declares',
      "aDeckWith('slides/01.html', (entry) => ({ ...entry, data: deflateRawSync(Buffer.alloc(100_000_000)) }))",
    ],
    [
      'a manifest of empty objects',
      "aDeckWith('manifest.json', (entry) => ({ ...entry, content: '{\"x\":[' + '{},'.repeat(1_700_000) + '{}]}' }))",
    ],
    [
      'a manifest of 240,000 small faults',
      'aDeckWith(\'manifest.json\', (entry) => ({ ...entry, content: \'{"schema":"slidestage@1.0","offline":{"skippedUrls":[\' + \'0,\'.repeat(240_000) + \'0]}}\' }))',
    ],
    [
      'a manifest of 39,000 small faults',
      'aDeckWith(\'manifest.json\', (entry) => ({ ...entry, content: \'{"schema":"slidestage@1.0","offline":{"skippedUrls":[\' + \'0,\'.repeat(39_000) + \'0]}}\' }))',
    ],
    [
      'a manifest of two million brackets',
      "aDeckWith('manifest.json', (entry) => ({ ...entry, content: '['.repeat(2_000_000) }))",
    ],
  ])('%s', (_name, make) => {
    const { code, growth, milliseconds } = memoryOfRefusing(make);
    expect(code).toMatch(/^E_/);
    expect(growth / MIB).toBeLessThan(64);
    expect(milliseconds).toBeLessThan(1000);
  });

  test('verifying an honest entry of 99 MiB', () => {
    const { code, growth } = memoryOfRefusing(
      "aDeckWith('assets/dot.png', (entry) => ({ ...entry, stored: false, content: Buffer.alloc(99 * 1024 * 1024) }))",
    );
    expect(code).toBe('sound');
    expect(growth / MIB).toBeLessThan(64);
  });
});

test('the bomb of the comparison is what it says: 100 MB in 100 KB', () => {
  expect(deflateRawSync(Buffer.alloc(100_000_000)).length).toBeLessThan(100_000);
  expect(makeZip({ entries: deckEntries(aManifest()) }).length).toBeLessThan(3000);
});
