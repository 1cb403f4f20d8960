import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Manifest, manifestSchema } from 'deck-format';
import { expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aBadPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import { MIB } from '#shared/limits.ts';
import { keptManifest } from './kept-manifest.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const api = lectern.as(owner);

/** The maximum size of a response with one deck. */
const DETAIL_MAX = 1.5 * MIB;

/** Contents that make a manifest nearly 5 MiB large. */
const FULL: Record<string, (manifest: Manifest) => object> = {
  'unknown fields': () => ({ unknown: Array.from({ length: 20_000 }, () => ({})), other: 'x'.repeat(4 * MIB) }),
  'parts without a defined form': () => ({ fonts: Array.from({ length: 40_000 }, () => 1), stats: 'x'.repeat(2 * MIB) }),
  tokens: () => ({ tokens: Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`t${at}`, 'x'.repeat(20)])) }),
  'files that were mirrored': () => ({
    offline: {
      ready: true,
      mirroredAt: 'now',
      mirrorTool: { name: 'm' },
      mirroredAssets: [],
      skippedUrls: Array.from({ length: 10_000 }, (_, at) => ({
        url: `https://x.example/${at}${'x'.repeat(300)}`,
        reason: 'too-large',
      })),
    },
  }),
  words: () => ({ subtitle: 's'.repeat(MIB), author: 'é'.repeat(MIB), description: 'd'.repeat(MIB) }),
  'speaker notes': ({ slides }) => ({
    slides: slides.map((slide) => ({ ...slide, notes: 'n'.repeat(2 * MIB), mood: 'x'.repeat(1000) })),
  }),
};

it.each(Object.entries(FULL))(
  'a manifest full of %s makes no large response, and the package keeps all of it',
  async (_, fill) => {
    const bytes = await aBadPackage((manifest) => ({ ...manifest, ...fill(manifest) }));
    const { id } = deckDetailSchema.parse((await api.send('POST', '/api/decks', anUpload(bytes))).body);
    const answer = await api.get(`/api/decks/${id}`);
    expect(answer.bytes.length).toBeLessThan(DETAIL_MAX);
    const { manifest, slideCount } = deckDetailSchema.parse(answer.body);
    expect([slideCount, manifest.slides.length, manifest.totalSlides, manifest.title]).toEqual([2, 2, 2, 'A deck']);
    expect((await api.get(`/api/decks/${id}/blob`)).bytes.equals(bytes)).toBe(true);
    const calls = JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (__, at) => [at, { id }])));
    const batch = await api.get(`/api/trpc/${Array(20).fill('decks.get').join()}?batch=1&input=${encodeURIComponent(calls)}`);
    expect(batch.bytes.length).toBeLessThan(20 * DETAIL_MAX);
  },
);

const whole: Manifest = manifestSchema.parse({
  schema: 'slidestage@1.0',
  id: 'deck',
  version: '1',
  title: 'A deck',
  subtitle: null,
  author: 'Ana',
  description: null,
  createdAt: '2026-01-01',
  updatedAt: '2026-01-01',
  architecture: 'multi-file',
  dimensions: { width: 1920, height: 1080, depth: 3 },
  totalSlides: 2,
  fonts: [{ family: 'Inter' }],
  tokens: { accent: '#fff' },
  provenance: { sourceKind: 'reveal', converter: { name: 'c', x: 1 } },
  compat: { requires: ['window-open'], notes: 'n', x: 1 },
  slides: [1, 2].map((index) => ({
    index,
    id: `s${index}`,
    label: 'Slide',
    file: 'a.html',
    thumbnail: null,
    notes: 'Say hello',
    duration: 3,
    mood: 'calm',
  })),
  future: true,
});

it('every field that the format defines is kept, and no other field', () => {
  const { future: _future, ...named } = whole;
  const { depth: _depth, ...dimensions } = whole.dimensions;
  expect(keptManifest(whole)).toEqual({
    ...named,
    dimensions,
    provenance: { sourceKind: 'reveal', converter: { name: 'c' } },
    compat: { requires: ['window-open'], notes: 'n' },
    slides: whole.slides.map(({ mood: _mood, ...slide }) => slide),
  });
});

it('what is kept is a valid manifest, and does not change when it is shortened again', () => {
  const large = { ...whole, author: `${'a'.repeat(4095)}😀`, stats: 'x'.repeat(40_000), assets: { list: 'y'.repeat(20_000) } };
  const kept = keptManifest(large);
  expect(manifestSchema.parse(kept)).toEqual(kept);
  expect(keptManifest(kept)).toEqual(kept);
  expect([kept.author, kept.stats, kept.assets]).toEqual(['a'.repeat(4095), undefined, { list: 'y'.repeat(4096) }]);
  const slides = Array.from({ length: 500 }, (_, at) => ({ ...whole.slides[0], index: at + 1, notes: 'n'.repeat(20_000) }));
  const notes = keptManifest(manifestSchema.parse({ ...whole, slides, totalSlides: 500 })).slides.map(
    (slide) => slide.notes?.length ?? 0,
  );
  expect([notes[0], notes.filter((length) => length > 0).length]).toEqual([16_384, 64]);
});

it('manifests that were stored in full earlier are shortened like new ones', async () => {
  const { id, currentVersionId } = await lectern.aDeck({ owner });
  const { sql } = lectern.database;
  const slides = whole.slides.map((slide) => ({ ...slide, notes: 'n'.repeat(20_000) }));
  const before = { ...whole, slides, unknown: 'x'.repeat(100_000), subtitle: 's'.repeat(5000), stats: 'y'.repeat(40_000) };
  await sql`update packages set manifest = ${JSON.stringify(before)}::text::jsonb where version_id = ${currentVersionId}`;
  const migrations = path.join(import.meta.dirname, '..', '..', 'drizzle', 'migrations');
  await sql.unsafe(await readFile(path.join(migrations, '0007_kept_manifests.sql'), 'utf8'));
  const { manifest } = deckDetailSchema.parse((await api.get(`/api/decks/${id}`)).body);
  expect(keptManifest(manifest)).toEqual(keptManifest(before));
});
