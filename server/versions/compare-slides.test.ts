import { hash } from 'node:crypto';
import { MINIATURE_COLUMNS } from 'deck-renderer';
import { describe, expect, it } from 'vitest';
import { AT_ONCE, compareSlides, type ShownSlide, type SlideToCompare, summarize } from './compare-slides.ts';

const ROWS = 36;

/** A gray picture with a darker rectangle, given in cells. */
function miniature(dark?: { x: number; y: number; width: number; height: number; by: number }): Uint8Array {
  const cells = new Uint8Array(MINIATURE_COLUMNS * ROWS * 3).fill(200);
  if (dark !== undefined) {
    for (let y = dark.y; y < dark.y + dark.height; y += 1)
      for (let x = dark.x; x < dark.x + dark.width; x += 1) {
        const at = (y * MINIATURE_COLUMNS + x) * 3;
        cells.fill(200 - dark.by, at, at + 3);
      }
  }
  return cells;
}

type TestSlide = SlideToCompare & ShownSlide;

const digestOf = (shown: string | Uint8Array | null) => (shown === null ? null : hash('md5', shown));

function slide(slideKey: string, more: Partial<TestSlide> = {}): TestSlide {
  const { content = slideKey, miniature: cells = miniature(), ...others } = more;
  return {
    slideKey,
    inner: null,
    innerName: null,
    digest: 'same',
    content,
    contentDigest: digestOf(content),
    miniature: cells,
    miniatureDigest: digestOf(cells),
    ...others,
  };
}
const deck = (keys: string) => keys.split('').map((key) => slide(key));

/** Compares slides, and notes which ones are read together. */
async function compare(
  from: readonly TestSlide[],
  to: readonly TestSlide[],
  { isSamePackage = false, textMax = 1000, reads = [] }: { isSamePackage?: boolean; textMax?: number; reads?: string[][] } = {},
) {
  const read = (listed: readonly TestSlide[]) => {
    reads.push(listed.map(({ slideKey }) => slideKey));
    return Promise.resolve(listed);
  };
  return compareSlides(from, to, { isSamePackage, read, textMax });
}

/** `kind:from>to` of each slide. */
const words = async (...args: Parameters<typeof compare>) =>
  (await compare(...args)).map((item) => `${item.kind}:${item.from ?? ''}>${item.to ?? ''}`);

describe('slides of two versions', () => {
  it.each([
    ['abc', 'abc', ['unchanged:0>0', 'unchanged:1>1', 'unchanged:2>2']],
    ['abc', 'axbc', ['unchanged:0>0', 'added:>1', 'unchanged:1>2', 'unchanged:2>3']],
    ['abcd', 'ad', ['unchanged:0>0', 'removed:1>', 'removed:2>', 'unchanged:3>1']],
    ['abc', 'bc', ['removed:0>', 'unchanged:1>0', 'unchanged:2>1']],
    ['abcd', 'dabc', ['moved:3>0', 'unchanged:0>1', 'unchanged:1>2', 'unchanged:2>3']],
    ['abcd', 'bcda', ['unchanged:1>0', 'unchanged:2>1', 'unchanged:3>2', 'moved:0>3']],
    ['ab', 'cd', ['removed:0>', 'removed:1>', 'added:>0', 'added:>1']],
    ['', 'a', ['added:>0']],
  ])('%s and %s', async (from, to, expected) => {
    expect(await words(deck(from), deck(to))).toEqual(expected);
  });

  it('are matched inside a document by their names, or else by their positions', async () => {
    const inside = (names: readonly (string | null)[]) =>
      names.map((innerName, inner) => slide('document', { inner, innerName, content: innerName }));
    expect(await words(inside(['a', 'b', 'c']), inside(['a', 'c', 'b']))).toEqual([
      'unchanged:0>0',
      'moved:2>1',
      'unchanged:1>2',
    ]);
    expect(await words(inside([null, null]), inside([null]))).toEqual(['unchanged:0>0', 'removed:1>']);
    // A deck can report a name twice.
    expect(await words(inside(['a', 'a']), inside(['a', 'a']))).toEqual(['removed:0>', 'unchanged:1>0', 'added:>1']);
  });

  it('have changed if their pictures differ, and then the area is known', async () => {
    const dark = { x: MINIATURE_COLUMNS / 2, y: 9, width: MINIATURE_COLUMNS / 4, height: 3, by: 20 };
    const [item] = await compare([slide('a')], [slide('a', { miniature: miniature(dark) })]);
    expect(item).toMatchObject({ kind: 'changed', moved: false, area: { x: 0.5, y: 0.25, width: 0.25, height: 1 / 12 } });
    const [taller] = await compare([slide('a')], [slide('a', { miniature: miniature().subarray(0, MINIATURE_COLUMNS * 3) })]);
    expect(taller?.area).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  it('have not changed if their pictures differ as much as compression makes them differ', async () => {
    const noise = { x: 0, y: 0, width: MINIATURE_COLUMNS, height: ROWS, by: 3 };
    expect(await words([slide('a')], [slide('a', { miniature: miniature(noise), digest: 'other' })])).toEqual(['unchanged:0>0']);
  });

  it('have changed if their texts differ, but not if their lines break elsewhere', async () => {
    expect(await words([slide('a')], [slide('a', { content: 'other' })])).toEqual(['changed:0>0']);
    expect(await words([slide('a', { content: 'one two' })], [slide('a', { content: 'one\ntwo' })])).toEqual(['unchanged:0>0']);
  });

  it('without pictures are compared by texts and, if each has a document of its own, by bytes', async () => {
    const none = { miniature: null, digest: 'other' };
    expect(await words([slide('a')], [slide('a', none)])).toEqual(['changed:0>0']);
    expect(await words([slide('a')], [slide('a', { ...none, digest: 'same' })])).toEqual(['unchanged:0>0']);
    expect(await words([slide('a', { inner: 1 })], [slide('a', { inner: 1, ...none })])).toEqual(['unchanged:0>0']);
    expect(await words([slide('a', { inner: 1 })], [slide('a', { inner: 1, ...none, content: 'b' })])).toEqual(['changed:0>0']);
    expect(await words([slide('a', { inner: 1 })], [slide('a', { inner: 1, ...none, content: null })])).toEqual(['changed:0>0']);
  });

  it('of the same package have not changed, even if they look different each time', async () => {
    const other = { miniature: miniature({ x: 0, y: 0, width: 9, height: 9, by: 90 }), content: 'other' };
    expect(await words([slide('a')], [slide('a', other)], { isSamePackage: true })).toEqual(['unchanged:0>0']);
  });

  it('are summed up by their numbers, of which the first twelve are named', async () => {
    const from = Array.from({ length: 30 }, (_, at) => slide(`s${at}`));
    const to = [...from.slice(1).map(({ slideKey }) => slide(slideKey, { content: 'other' })), slide('new')];
    expect(summarize(await compare(from, to))).toEqual({
      changed: { count: 29, numbers: Array.from({ length: 12 }, (_, at) => at + 1) },
      added: { count: 1, numbers: [30] },
      removed: { count: 1, numbers: [1] },
      moved: { count: 0, numbers: [] },
    });
  });

  it('are read only if their digests differ, and at most some pairs at a time', async () => {
    const from = Array.from({ length: 2000 }, (_, at) => slide(`s${at}`));
    const reads: string[][] = [];
    await compare(from, from.toReversed(), { reads });
    expect(reads).toEqual([]);
    await compare(from, [slide('s7', { content: 'other' }), slide('s9'), slide('new', { content: 'new' })], { reads });
    expect(reads).toEqual([['s7', 's7']]);
    reads.length = 0;
    const differences = await compare(
      from,
      from.map((each) => slide(each.slideKey, { content: 'other' })),
      { reads },
    );
    expect(differences.filter(({ kind }) => kind === 'changed')).toHaveLength(2000);
    expect(new Set(reads.map(({ length }) => length))).toEqual(new Set([2 * AT_ONCE]));
    expect(reads.flat()).toEqual(from.flatMap(({ slideKey }) => [slideKey, slideKey]));
  });

  it('without anything that is known of both are not read', async () => {
    const reads: string[][] = [];
    const bare = { content: null, miniature: null, digest: 'other' };
    expect(await words([slide('a')], [slide('a', bare)], { reads })).toEqual(['changed:0>0']);
    expect(await words([slide('a', bare)], [slide('a', bare)], { reads })).toEqual(['unchanged:0>0']);
    expect(reads).toEqual([]);
  });

  it('name the words that have changed, as many texts as may be compared', async () => {
    const from = ['a', 'b', 'c'].map((key) => slide(key, { content: 'one two' }));
    const to = ['a', 'b', 'c'].map((key) => slide(key, { content: key === 'a' ? 'one\ntwo' : 'one three' }));
    const texts = async (textMax: number) => (await compare(from, to, { textMax })).map(({ kind, text }) => [kind, text]);
    const changed = [
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'three' },
    ];
    expect(await texts(1000)).toEqual([
      ['unchanged', null],
      ['changed', changed],
      ['changed', changed],
    ]);
    expect(await texts(20)).toEqual([
      ['unchanged', null],
      ['changed', changed],
      ['changed', null],
    ]);
    expect((await compare(from, to, { textMax: 0 })).map(({ text }) => text)).toEqual([null, null, null]);
  });

  it('are compared in linear time', async () => {
    const many = (length: number) => Array.from({ length }, (_, at) => slide(`s${at}`));
    const [from, to] = [many(2000), many(2000).toReversed()];
    expect((await compare(from, to)).filter(({ kind }) => kind === 'moved')).toHaveLength(1999);
    expect(await compare(from, [])).toHaveLength(2000);
  });
});
