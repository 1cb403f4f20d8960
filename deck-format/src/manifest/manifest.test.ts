import { describe, expect, test } from 'vitest';
import { aManifest, aManifestWithSlide, type Json } from '../../test/a-deck.ts';
import { manifestSchema, requiredSandboxTokens } from '../index.ts';
import { normalizeManifest, type NormalizedManifest } from './normalize.ts';
import { validateManifest } from './validate.ts';

function normalized(manifest: Json): NormalizedManifest {
  const result = validateManifest(new TextEncoder().encode(JSON.stringify(manifest)));
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  return normalizeManifest(result.manifest);
}

describe('minor faults are corrected with a warning', () => {
  test('totalSlides is set to the length of the list', () => {
    const { manifest, warnings } = normalized(aManifest({ totalSlides: 7 }));
    expect(manifest.totalSlides).toBe(2);
    expect(warnings).toMatchObject([{ code: 'TOTAL_SLIDES', path: 'totalSlides' }]);
  });

  test('slides are numbered by their position', () => {
    const { manifest, warnings } = normalized(aManifestWithSlide({ index: 5 }));
    expect(manifest.slides.map(({ index }) => index)).toEqual([1, 2]);
    expect(warnings).toMatchObject([{ code: 'SLIDE_INDEX', path: 'slides[0].index' }]);
  });

  test('unknown capabilities are removed, the others are sorted without duplicates', () => {
    const requires = ['window-open', 'camera', 'broadcast-channel', 'window-open'];
    const { manifest, warnings } = normalized(aManifest({ compat: { requires, notes: 'n' } }));
    expect(manifest.compat).toEqual({ requires: ['broadcast-channel', 'window-open'], notes: 'n' });
    expect(warnings).toMatchObject([{ code: 'UNKNOWN_CAPABILITY', path: 'compat.requires[1]' }]);
  });

  test('NUL characters and lone surrogates are replaced', () => {
    const { manifest, warnings } = normalized({ ...aManifestWithSlide({ notes: 'cut \ud83d' }), title: 'a\0b' });
    expect([manifest.title, manifest.slides[0]?.notes]).toEqual(['a\ufffdb', 'cut \ufffd']);
    expect(warnings.map(({ path }) => path).toSorted()).toEqual(['slides[0].notes', 'title']);
  });
});

test.each([
  [{ title: '' }, 'title', 'must not be empty'],
  [{ title: 'x'.repeat(257) }, 'title', 'must be at most 256 characters long'],
  [{ author: undefined }, 'author', 'is missing'],
  [{ author: 1 }, 'author', 'must be text'],
  [{ totalSlides: 1.5 }, 'totalSlides', 'must be a whole number'],
  [{ dimensions: { width: 0, height: 1 } }, 'dimensions.width', 'must be greater than 0'],
  [{ architecture: 'x', slides: [] }, 'slides', 'must not be empty'],
])('a fault of %j is explained', (changes, path, message) => {
  const result = validateManifest(new TextEncoder().encode(JSON.stringify(aManifest(changes))));
  expect(result).toMatchObject({ fault: { issues: expect.arrayContaining([{ path, message }]) as unknown } });
});

test('unknown fields are kept at every level', () => {
  const { manifest, warnings } = normalized({
    ...aManifestWithSlide({ mood: 'calm' }),
    future: { deep: [1] },
    dimensions: { width: 1, height: 2, depth: 3 },
    platform: { minSchemaVersion: '1.0', x: 1 },
  });
  expect(manifest).toMatchObject({
    future: { deep: [1] },
    dimensions: { depth: 3 },
    platform: { x: 1 },
    slides: [{ mood: 'calm' }, {}],
  });
  expect(warnings).toEqual([]);
});

test('optional fields may be null or missing', () => {
  const optional = ['fonts', 'tokens', 'assets', 'runtime', 'stats', 'platform', 'provenance', 'compat', 'offline'];
  const { manifest } = normalized(aManifest(Object.fromEntries(optional.map((field) => [field, null]))));
  expect(manifest.compat).toBeNull();
  const [slide] = normalized(aManifestWithSlide({ thumbnail: undefined, notes: undefined })).manifest.slides;
  expect(slide).toMatchObject({ thumbnail: null, notes: null });
});

test('a normalized manifest is valid against manifestSchema, and normalizing it again changes nothing', () => {
  const offline = {
    ready: true,
    mirroredAt: '2026-01-01',
    mirrorTool: { name: 'm' },
    skippedUrls: [],
    mirroredAssets: [{ originalUrl: 'https://a.example/x.js', path: './mirror\\x.js' }],
  };
  const { manifest } = normalized({
    ...aManifestWithSlide({ file: './slides\\01.html', thumbnail: './t.png' }),
    totalSlides: 9,
    offline,
  });
  expect(manifestSchema.parse(manifest)).toEqual(manifest);
  expect(normalized(manifest)).toEqual({ manifest, warnings: [] });
  expect([manifest.slides[0]?.file, manifest.offline?.mirroredAssets[0]?.path]).toEqual(['slides/01.html', 'mirror/x.js']);
});

test('a field named __proto__ is removed and has no effect', () => {
  const text = JSON.stringify(aManifest()).replace(
    '{',
    '{"__proto__":{"polluted":true},"tokens":{"__proto__":{"polluted":true},"constructor":1},',
  );
  const result = validateManifest(new TextEncoder().encode(text));
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  const { manifest } = normalizeManifest(result.manifest);
  expect(manifest['polluted']).toBeUndefined();
  expect(Object.hasOwn(manifest, '__proto__')).toBe(false);
  expect(manifest.tokens).toEqual({ constructor: 1 });
});

test('a byte-order mark before the manifest is accepted', () => {
  expect(validateManifest(new TextEncoder().encode(`\ufeff${JSON.stringify(aManifest())}`)).ok).toBe(true);
});

test.each([
  [undefined, ['allow-scripts']],
  [null, ['allow-scripts']],
  [{ requires: [] }, ['allow-scripts']],
  [{ requires: ['broadcast-channel', 'same-origin-storage'] as const }, ['allow-scripts', 'allow-same-origin']],
  [{ requires: ['window-open'] as const }, ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox']],
])('compat %j needs the tokens %j', (compat, tokens) => {
  expect(requiredSandboxTokens({ compat })).toEqual(tokens);
});
