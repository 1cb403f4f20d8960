import { aDeck, aDeckWith, aManifest, aManifestWithSlide, deckEntries, HTML, type Json } from '../a-deck.ts';
import { onManifest, type Attack } from '../attack.ts';
import { makeZip, utf8, type RawEntry } from '../zip-maker.ts';

const deck = (manifest: unknown): Uint8Array => makeZip({ entries: deckEntries(manifest) });
const bad = (place: string, what: string, changes: Json): Attack => onManifest(place, what, () => deck(aManifest(changes)));
const badSlide = (place: string, what: string, changes: Json): Attack =>
  onManifest(`slides[0].${place}`, what, () => deck(aManifestWithSlide(changes)));
const badText = (what: string, text: () => string): Attack => onManifest('', what, () => deck(text()));
const offline = (changes: Json): Json => ({
  offline: {
    ready: true,
    mirroredAt: '2026-01-01',
    mirrorTool: { name: 'mirror' },
    mirroredAssets: [],
    skippedUrls: [],
    ...changes,
  },
});
const without = (field: string): Json => Object.fromEntries(Object.entries(aManifest()).filter(([key]) => key !== field));
const required = [
  'id',
  'version',
  'title',
  'subtitle',
  'author',
  'description',
  'createdAt',
  'updatedAt',
  'architecture',
  'dimensions',
  'totalSlides',
  'slides',
];

const intoFolder = (entry: RawEntry): RawEntry => ({ ...entry, name: `deck/${String(entry.name)}` });

/** Replacements that create a duplicate key. */
const repeated: readonly (readonly [string, string, string])[] = [
  ['the title', '"title":', '"title":"Another","title":'],
  ['the list of slides', '"slides":[', '"slides":[],"slides":['],
  ['a slide’s file', '"file":', '"file":"slides/02.html","file":'],
  ['spelled with an escape', '"id":', '"\\u0069d":"other","id":'],
  ['in a field that is not checked', '"deep":', '"deep":2,"deep":'],
  ['with the same value', '"version":"1"', '"version":"1","version":"1"'],
  ['__proto__', '"tokens":{', '"tokens":{"__proto__":1,"__proto__":1,'],
  ['the empty key', '"tokens":{', '"tokens":{"":1,"":1,'],
];

/** Manifests that are missing, unreadable, hostile or invalid. */
export const manifestAttacks: readonly Attack[] = [
  { code: 'E_NO_MANIFEST', rule: null, what: 'no manifest', make: () => makeZip({ entries: deckEntries().slice(1) }) },
  { code: 'E_NO_MANIFEST', rule: null, what: 'an empty archive', make: () => makeZip({ entries: [] }) },
  {
    code: 'E_NO_MANIFEST',
    rule: null,
    what: 'everything in a folder',
    make: () => makeZip({ entries: deckEntries().map(intoFolder) }),
  },
  {
    code: 'E_NO_MANIFEST',
    rule: null,
    what: 'a manifest in capitals',
    make: () => aDeckWith('manifest.json', (entry) => ({ ...entry, name: 'MANIFEST.JSON' })),
  },
  {
    code: 'E_NO_MANIFEST',
    rule: null,
    what: 'a folder named manifest.json',
    make: () => makeZip({ entries: [{ name: 'manifest.json/', stored: true }, ...deckEntries().slice(1)] }),
  },
  badText('an empty manifest', () => ''),
  badText('not JSON', () => 'title: A deck'),
  ...repeated.map(([what, from, to]) =>
    badText(`the same key twice: ${what}`, () => JSON.stringify(aManifest({ tokens: { a: [{ deep: 1 }] } })).replace(from, to)),
  ),
  badText('the same key twice: 40,000 times', () => `{${'"a":1,'.repeat(40_000)}"a":1}`),
  badText('JSON with a comma too many', () => '{"schema":"slidestage@1.0",}'),
  badText('an array', () => '[]'),
  badText('a string', () => '"slidestage@1.0"'),
  badText('null', () => 'null'),
  badText('200 levels deep', () => `{"x":${'['.repeat(200)}${']'.repeat(200)}}`),
  badText('two million brackets', () => '['.repeat(2_000_000)),
  badText('two million values', () => `[${'0,'.repeat(2_000_000)}0]`),
  badText('a string that never ends', () => `{"schema":"${'x'.repeat(1000)}\\"`),
  onManifest('', 'bytes that are not UTF-8', () =>
    aDeckWith('manifest.json', (entry) => ({ ...entry, content: Uint8Array.of(0x22, 0xff, 0x22) })),
  ),
  onManifest('', 'UTF-16', () =>
    aDeckWith('manifest.json', (entry) => ({ ...entry, content: Buffer.from(JSON.stringify(aManifest()), 'utf16le') })),
  ),
  {
    code: 'E_UNSUPPORTED_SCHEMA',
    rule: 'at schema',
    what: 'version 2.0',
    make: () => deck(aManifest({ schema: 'slidestage@2.0' })),
  },
  {
    code: 'E_UNSUPPORTED_SCHEMA',
    rule: 'at schema',
    what: 'the name in capitals',
    make: () => deck(aManifest({ schema: 'SlideStage@1.0' })),
  },
  {
    code: 'E_UNSUPPORTED_SCHEMA',
    rule: 'at platform.minSchemaVersion',
    what: 'a player of 1.1 or newer',
    make: () => deck(aManifest({ platform: { minSchemaVersion: '1.1' } })),
  },
  {
    code: 'E_UNSUPPORTED_SCHEMA',
    rule: 'at platform.minSchemaVersion',
    what: 'a player of 2 or newer',
    make: () => deck(aManifest({ platform: { minSchemaVersion: '2' } })),
  },
  {
    code: 'E_UNSUPPORTED_SCHEMA',
    rule: 'at platform.minSchemaVersion',
    what: 'a player of 1.10',
    make: () => deck(aManifest({ platform: { minSchemaVersion: '1.10.3' } })),
  },
  bad('platform.minSchemaVersion', 'a text that is not a version', { platform: { minSchemaVersion: 'newest' } }),
  bad('schema', 'a schema that is a number', { schema: 1 }),
  ...required.map((field) => onManifest(field, `without ${field}`, () => deck(without(field)))),
  bad('id', 'an empty id', { id: '' }),
  bad('id', 'an id of 129 characters', { id: 'x'.repeat(129) }),
  bad('id', 'an id with a slash', { id: 'a/b' }),
  bad('id', 'an id with a backslash', { id: 'a\\b' }),
  bad('id', 'an id with ..', { id: 'a..b' }),
  bad('id', 'an id with NUL', { id: 'a\0b' }),
  bad('id', 'an id with a line feed', { id: 'a\n..b' }),
  bad('id', 'an id with .. after a line separator', { id: 'a\u2028..b' }),
  bad('id', 'an id with .. after a paragraph separator', { id: 'a\u2029..b' }),
  bad('id', 'an id of 31 combining marks', { id: `a${'\u0301'.repeat(31)}` }),
  bad('title', 'a title of 31 combining marks', { title: `a${'\u0301'.repeat(31)}` }),
  bad('version', 'a version of 65 characters', { version: 'x'.repeat(65) }),
  bad('title', 'a title of 100,000 characters', { title: 'x'.repeat(100_000) }),
  bad('title', 'an empty title', { title: '' }),
  bad('author', 'an author that is an object', { author: { name: 'A' } }),
  bad('createdAt', 'an empty date', { createdAt: '' }),
  bad('architecture', 'an unknown architecture', { architecture: 'multi' }),
  bad('dimensions.width', 'a width of zero', { dimensions: { width: 0, height: 10 } }),
  onManifest('dimensions.height', 'an infinite height', () => deck(JSON.stringify(aManifest()).replace('1080', '1e999'))),
  bad('totalSlides', 'zero slides', { totalSlides: 0 }),
  bad('totalSlides', 'one and a half slides', { totalSlides: 1.5 }),
  bad('slides', 'an empty list', { slides: [] }),
  bad('slides', '501 slides', { slides: Array.from({ length: 501 }, () => (aManifest()['slides'] as Json[])[0]) }),
  bad('slides', '45,000 nulls', { slides: Array.from({ length: 45_000 }, () => null) }),
  bad('slides', 'slides as an object', { slides: { 0: {} } }),
  bad('fonts', 'fonts that are not a list', { fonts: {} }),
  bad('tokens', 'tokens that are a list', { tokens: [] }),
  bad('compat.notes', 'notes of 1,025 characters', { compat: { notes: 'x'.repeat(1025) } }),
  bad('compat.requires', 'requires as text', { compat: { requires: 'window-open' } }),
  bad('provenance.sourceKind', 'a kind of 129 characters', { provenance: { sourceKind: 'x'.repeat(129) } }),
  bad('provenance.converter.name', 'a converter without a name', { provenance: { converter: {} } }),
  bad(
    'offline.skippedUrls[0].reason',
    'an unknown reason',
    offline({ skippedUrls: [{ url: 'https://a.example', reason: 'because' }] }),
  ),
  bad(
    'offline.mirroredAssets[0].path',
    'a mirrored file without a path',
    offline({ mirroredAssets: [{ originalUrl: 'https://a.example' }] }),
  ),
  bad('offline', '45,000 skipped addresses', offline({ skippedUrls: Array.from({ length: 45_000 }, () => 0) })),
  badSlide('index', 'an index of zero', { index: 0 }),
  badSlide('index', 'an index as text', { index: '1' }),
  badSlide('id', 'an empty id', { id: '' }),
  badSlide('label', 'a label of 257 characters', { label: 'x'.repeat(257) }),
  badSlide('file', 'a file that is not HTML', { file: 'assets/dot.png' }),
  badSlide('label', 'a label of 31 combining marks', { label: `a${'\u0301'.repeat(31)}` }),
  badSlide('file', 'a script', { file: 'slides/01.html.js' }),
  badSlide('thumbnail', 'a thumbnail that is a number', { thumbnail: 1 }),
  badSlide('notes', 'notes that are a list', { notes: [] }),
  badSlide('duration', 'a negative duration', { duration: -1 }),
  badSlide('transition', 'a transition of 65 characters', { transition: 'x'.repeat(65) }),
  {
    code: 'E_MISSING_SLIDE',
    rule: null,
    what: 'a slide that does not exist',
    make: () => deck(aManifestWithSlide({ file: 'slides/99.html' })),
  },
  {
    code: 'E_MISSING_SLIDE',
    rule: null,
    what: 'a slide in another case',
    make: () => deck(aManifestWithSlide({ file: 'Slides/01.html' })),
  },
  {
    code: 'E_MISSING_SLIDE',
    rule: null,
    what: 'a slide that is a folder',
    make: () =>
      makeZip({
        entries: [...deckEntries(aManifestWithSlide({ file: 'slides/x.html' })), { name: 'slides/x.html/', stored: true }],
      }),
  },
  {
    code: 'E_MISSING_SLIDE',
    rule: null,
    what: 'a slide among the junk files',
    make: () =>
      makeZip({
        entries: [...deckEntries(aManifestWithSlide({ file: '__MACOSX/a.html' })), { name: '__MACOSX/a.html', content: HTML }],
      }),
  },
  {
    code: 'E_MISSING_SLIDE',
    rule: null,
    what: 'a mirrored file that does not exist',
    make: () => deck(aManifest(offline({ mirroredAssets: [{ originalUrl: 'https://a.example', path: 'mirror/a.js' }] }))),
  },
];

/** Decks with two faults. README.md, `openPackage`, says which one is reported. */
export const orderAttacks: readonly Attack[] = [
  onManifest('title', 'a bad manifest and an unsafe name: the manifest is reported', () =>
    makeZip({ entries: [...deckEntries(aManifest({ title: '' })), { name: '../evil', content: HTML }] }),
  ),
  {
    code: 'E_NO_MANIFEST',
    rule: null,
    what: 'no manifest and an unsafe name',
    make: () => makeZip({ entries: [...deckEntries().slice(1), { name: '../evil', content: HTML }] }),
  },
  {
    code: 'E_PATH_TRAVERSAL',
    rule: 'parent',
    what: 'an unsafe name and a missing slide: the name is reported',
    make: () =>
      makeZip({ entries: [...deckEntries(aManifestWithSlide({ file: 'gone.html' })), { name: '../evil', content: HTML }] }),
  },
  {
    code: 'E_NOT_ZIP',
    rule: 'encrypted',
    what: 'an encrypted entry and a bad manifest: the archive is reported',
    make: () =>
      makeZip({ entries: [...deckEntries(aManifest({ title: '' })), { name: 'a', content: HTML, both: { flags: 0x0801 } }] }),
  },
  {
    code: 'E_NOT_ZIP',
    rule: 'bytes-after-end',
    what: 'a whole deck with a line of text after it',
    make: () => aDeck({ afterEnd: utf8('\n') }),
  },
];
