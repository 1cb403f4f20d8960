import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource, examinePackage, type FormatLimits, openPackage } from '../index.ts';
import { buildManifest, type Content, type DeckFields, nodeEngine, writePackage } from './index.ts';

const name = fc.stringMatching(/^[a-z0-9äß日-]{1,8}$/);
const path = fc.tuple(fc.constantFrom('', 'slides/', 'a/b/', 'ü/'), name, fc.constantFrom('.html', '.css', '.png', '.mp4', ''));
const files = fc
  .uniqueArray(fc.tuple(path, fc.uint8Array({ maxLength: 2000 })), {
    selector: ([parts]) => parts.join('').toUpperCase(),
    maxLength: 8,
  })
  .map((list) => new Map(list.map(([[folder, base, ending], bytes]) => [`f/${folder}${base}-${ending}`, bytes])));
const text = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' });
const fields = fc.record({
  title: text,
  id: fc.stringMatching(/^[a-z0-9-]{1,40}$/),
  version: fc.stringMatching(/^[0-9.]{1,10}$/),
  author: fc.option(text),
  createdAt: fc
    .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  dimensions: fc.record({ width: fc.integer({ min: 1, max: 9999 }), height: fc.double({ min: 0.5, max: 9999, noNaN: true }) }),
  requires: fc.subarray(['window-open', 'same-origin-storage', 'broadcast-channel'] as const),
});

test('read(write(x)) = x for any files and fields, and writing again gives the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(files, fields, fc.array(text, { minLength: 1, maxLength: 5 }), async (extra, given, notes) => {
      const all = new Map([...extra, ['deck.html', new TextEncoder().encode('<p>deck</p>')]]);
      const deck: DeckFields = { ...given, slides: notes.map((note) => ({ file: 'deck.html', notes: note })) };
      const manifest = await buildManifest(deck, all);
      const bytes = await writePackage(all, manifest);
      const read = await openPackage(bytesSource(bytes), nodeEngine);
      expect([read.manifest, read.warnings]).toEqual([manifest, []]);
      expect([...read.entries.keys()].toSorted()).toEqual(
        [...all.keys(), 'manifest.json'].map((key) => key.normalize('NFC')).toSorted(),
      );
      for (const [key, content] of all) expect(Buffer.from(await read.read(key.normalize('NFC'))).equals(content)).toBe(true);
      expect(Buffer.from(await writePackage(new Map([...all].toReversed()), manifest)).equals(bytes)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('a written package has no faults and has the time of its manifest', async () => {
  const all = new Map([['a.html', new TextEncoder().encode('<p>')]]);
  const at = async (createdAt: string): Promise<number[]> => {
    const bytes = await writePackage(all, await buildManifest({ title: 'x', slides: [{ file: 'a.html' }], createdAt }, all));
    expect((await examinePackage(bytesSource(bytes))).faults).toEqual([]);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return [view.getUint16(12, true), view.getUint16(10, true)];
  };
  expect(await at('2026-03-04T05:06:07Z')).toEqual([(46 << 9) | (3 << 5) | 4, (5 << 11) | (6 << 5) | 3]);
  expect(await at('1969-12-31T23:59:59Z')).toEqual([(1 << 5) | 1, 0]);
  expect(await at('2300-01-01T00:00:00Z')).toEqual([(127 << 9) | (1 << 5) | 1, 0]);
  expect(await at('once upon a time')).toEqual([(1 << 5) | 1, 0]);
});

test('a package that would be too large is refused before compression, or as soon as the archive is too large', async () => {
  const endless = {
    size: 10,
    chunks: (): AsyncIterable<Uint8Array> => {
      throw new Error('the content was read');
    },
  };
  const manifest = await buildManifest({ title: 'x', version: '1', slides: [{ file: 'a.html' }] }, new Map());
  const write = (limits: Partial<FormatLimits>) => writePackage(new Map([['a.html', endless]]), manifest, { limits });
  await expect(write({ entryBytes: 9 })).rejects.toMatchObject({ details: { rule: 'entryBytes', actual: 10, entry: 'a.html' } });
  await expect(write({ entries: 1 })).rejects.toMatchObject({ details: { rule: 'entries', actual: 2 } });
  await expect(write({ totalBytes: 100 })).rejects.toMatchObject({ details: { rule: 'totalBytes' } });
  await expect(write({ archiveBytes: 20 })).rejects.toThrow('the content was read');
  const small = new Map<string, Content>([
    ['a.mp4', new Uint8Array(1000)],
    ['b.mp4', endless],
  ]);
  await expect(writePackage(small, manifest, { limits: { archiveBytes: 500 } })).rejects.toMatchObject({
    details: { rule: 'archiveBytes' },
  });
});
