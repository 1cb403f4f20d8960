import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownSlide, matchSlides, placesNow } from './slide-matching.ts';

/** `id:digest`, such as `intro:a`. */
const fresh = (...slides: string[]) =>
  slides.map((slide) => {
    const [manifestId = '', digest = ''] = slide.split(':');
    return { manifestId, digest };
  });
/** A version of the deck; each slide's key is `key=id:digest`. */
const version = (versionId: string, ...slides: string[]): KnownSlide[] =>
  slides.map((slide) => {
    const [slideKey = '', identity = ''] = slide.split('=');
    const [manifestId = '', digest = ''] = identity.split(':');
    return { versionId, slideKey, manifestId, digest };
  });

describe('a slide of a new version continues', () => {
  it.each([
    ['the one with its id, even if its content has changed', fresh('a:9', 'b:8'), [version('v1', 'A=a:1', 'B=b:2')], ['A', 'B']],
    ['the one with its id, even if it has moved', fresh('b:2', 'a:1'), [version('v1', 'A=a:1', 'B=b:2')], ['B', 'A']],
    ['the one with the same bytes under another id', fresh('x:2', 'y:1'), [version('v1', 'A=a:1', 'B=b:2')], ['B', 'A']],
    ['nothing if neither is known', fresh('x:9'), [version('v1', 'A=a:1')], [null]],
    [
      'only the one with its bytes if its id occurs twice in the new version',
      fresh('a:7', 'a:1'),
      [version('v1', 'A=a:1')],
      [null, 'A'],
    ],
    [
      'only the one with its bytes if its id occurs twice in the old version',
      fresh('a:2'),
      [version('v1', 'A=a:1', 'B=a:2')],
      ['B'],
    ],
    [
      'one of several with the same bytes, in order',
      fresh('x:1', 'y:1', 'z:1'),
      [version('v1', 'A=a:1', 'B=b:1')],
      ['A', 'B', null],
    ],
    ['the one with its id before any with its bytes', fresh('x:1', 'a:1'), [version('v1', 'A=a:1')], [null, 'A']],
    ['none if the bytes are unknown', fresh('x:'), [version('v1', 'A=a:')], [null]],
    [
      'one of an older version if the current one does not have it',
      fresh('a:1', 'b:2'),
      [version('v2', 'A=a:1'), version('v1', 'A=a:1', 'B=b:2')],
      ['A', 'B'],
    ],
    ['the current version’s before an older one’s', fresh('a:1'), [version('v2', 'NEW=a:5'), version('v1', 'OLD=a:1')], ['NEW']],
  ])('%s', (_, slides, known, keys) => {
    expect(matchSlides(slides, known)).toEqual(keys);
  });

  it('only one slide, which no other slide continues, for any versions', () => {
    const name = fc.constantFrom('a', 'b', 'c', '');
    const slide = fc.record({ manifestId: name, digest: name });
    const known = fc
      .array(slide, { maxLength: 6 })
      .map((slides) => slides.map((each, at) => ({ ...each, versionId: 'v', slideKey: `k${at}` })));
    fc.assert(
      fc.property(fc.array(slide, { maxLength: 8 }), fc.array(known, { maxLength: 3 }), (slides, versions) => {
        const keys = matchSlides(slides, versions);
        expect(keys).toHaveLength(slides.length);
        const matched = keys.filter((key) => key !== null);
        expect(new Set(matched).size).toBe(matched.length);
      }),
    );
  });

  it('one after the other if many have the same bytes, in linear time', () => {
    // Each step reads one digest of a known slide. The number of reads is the number of slides, not its square.
    let reads = 0;
    const count = 500;
    const known = Array.from({ length: count }, (_, at) => ({
      versionId: 'v',
      slideKey: `k${at}`,
      manifestId: '',
      get digest() {
        reads += 1;
        return 'same';
      },
    }));
    const slides = Array.from({ length: count }, () => ({ manifestId: '', digest: 'same' }));
    expect(matchSlides(slides, [known])).toEqual(known.map(({ slideKey }) => slideKey));
    expect(reads).toBeLessThanOrEqual(4 * count);
  });

  it('itself if the same version is uploaded again and its slides are different from each other', () => {
    const slides = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(slides, (names) => {
        const same = names.map((name) => ({ manifestId: name, digest: name }));
        const known = same.map((each, at) => ({ ...each, versionId: 'v', slideKey: `k${at}` }));
        expect(matchSlides(same, [known])).toEqual(known.map(({ slideKey }) => slideKey));
      }),
    );
  });
});

it('the slides of an earlier version are found where they are now', () => {
  const slides = (...all: string[]) => all.map((slide) => ({ slideKey: slide.slice(0, 1), digest: slide.slice(1) }));
  expect(placesNow(slides('a1', 'b1', 'c1'), slides('x1', 'c2', 'a1', 'y1'))).toEqual([
    { index: 2 },
    { index: null },
    { index: 1 },
  ]);
});
