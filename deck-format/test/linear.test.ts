import { describe, expect, test } from 'vitest';
import { contentTypeOf, crc32, insertAfterDoctype, normalizePackagePath } from '../src/index.ts';
import { validateManifest } from '../src/manifest/validate.ts';
import { normalizeManifest } from '../src/manifest/normalize.ts';
import { buildManifest } from '../src/node/index.ts';
import { inlineNotes } from '../src/pack/notes.ts';
import { assignedLiteral } from '../src/pack/object-literal.ts';
import { recognize } from '../src/pack/recognize.ts';
import { referencesInCss } from '../src/pack/references/css.ts';
import { referencesInHtml } from '../src/pack/references/html.ts';
import { readImportMap } from '../src/pack/references/import-map.ts';
import { referencesInScript } from '../src/pack/references/javascript.ts';
import { possiblePaths } from '../src/pack/references/reference.ts';
import { countInside } from '../src/pack/slides-inside.ts';
import { thumbnailFor, thumbnailsIn } from '../src/pack/thumbnails.ts';
import { markupOf } from '../src/html/markup.ts';
import { headingOf, textOf, titleOf } from '../src/html/text.ts';
import { slideTexts } from '../src/text/index.ts';
import { decodeCp437, readName } from '../src/zip/entry-name.ts';
import { readExtra } from '../src/zip/extra-fields.ts';
import { containsSignature } from '../src/zip/fields.ts';
import { aManifest, aManifestWithSlide } from './a-deck.ts';
import { utf8 } from './zip-maker.ts';

/** A function that processes untrusted text. */
interface Reader {
  readonly name: string;
  readonly run: (text: string) => unknown;
  /** Texts before the repeated piece that put the function into different states. */
  readonly begins?: readonly string[];
}

const HTML_BEGINS = ['', '<!--', '<a "', '<a b="', '<script>', '<title>', '<div class="notes">', '<section>'];
const manifestWith = (changes: object): Uint8Array => utf8(JSON.stringify(aManifest({ ...changes })));
const validated = (bytes: Uint8Array): unknown => {
  const result = validateManifest(bytes);
  return result.ok ? normalizeManifest(result.manifest) : result.fault;
};

const readers: readonly Reader[] = [
  {
    name: 'insertAfterDoctype',
    run: (text) => insertAfterDoctype(utf8(text), '<script>'),
    begins: ['', '<!--', '<!doctype ', '<?', '\ufeff'],
  },
  { name: 'normalizePackagePath', run: normalizePackagePath },
  { name: 'contentTypeOf', run: contentTypeOf },
  { name: 'crc32', run: (text) => crc32(utf8(text), 0) },
  { name: 'decodeCp437', run: (text) => decodeCp437(utf8(text)) },
  { name: 'readName', run: (text) => readName(utf8(text), false, new Map()) },
  { name: 'readExtra', run: (text) => readExtra(utf8(text), 'local') },
  { name: 'containsSignature', run: (text) => containsSignature(utf8(text), 0x06054b50), begins: ['', 'P'] },
  {
    name: 'validateManifest, the JSON',
    run: (text) => validated(utf8(text)),
    begins: ['', '{"a":', '{"a":"', '[', '{"schema":"slidestage@1.0","x":['],
  },
  ...['id', 'version', 'title', 'author', 'createdAt', 'schema'].map((field) => ({
    name: `validateManifest, ${field}`,
    run: (text: string) => validated(manifestWith({ [field]: text })),
  })),
  ...['id', 'label', 'file', 'thumbnail', 'notes', 'transition'].map((field) => ({
    name: `validateManifest, a slide's ${field}`,
    run: (text: string) => validated(utf8(JSON.stringify(aManifestWithSlide({ [field]: text })))),
  })),
  {
    name: 'validateManifest, minSchemaVersion',
    run: (text) => validated(manifestWith({ platform: { minSchemaVersion: text } })),
    begins: ['', '1', '1.'],
  },
  {
    name: 'validateManifest, capabilities',
    run: (text) => validated(manifestWith({ compat: { requires: text.split(' ').slice(0, 10_000) } })),
  },
  { name: 'validateManifest, a key', run: (text) => validated(manifestWith({ [text]: ['\0', '\0'] })) },
  { name: 'markupOf', run: markupOf, begins: HTML_BEGINS },
  { name: 'textOf', run: textOf },
  {
    name: 'slideTexts',
    run: slideTexts,
    begins: [
      ...HTML_BEGINS,
      '<div class="slides">',
      '<div class="slides"><section><section>',
      '<textarea id=source>',
      '<p hidden>',
      '<h1><svg><math>',
    ],
  },
  { name: 'titleOf', run: titleOf, begins: ['<title>'] },
  { name: 'headingOf', run: headingOf, begins: ['<h1>'] },
  { name: 'inlineNotes', run: inlineNotes, begins: ['<div class="notes">'] },
  { name: 'recognize', run: recognize },
  {
    name: 'countInside',
    run: (text) => [countInside(text, 'reveal'), countInside(text, 'marp')],
    begins: ['<div class="slides">', '<div class="slides"><section>'],
  },
  { name: 'referencesInHtml', run: referencesInHtml, begins: ['', '<img srcset="', '<p style="', '<svg>'] },
  { name: 'referencesInCss', run: (text) => referencesInCss(text, 'file'), begins: ['', 'url(', '"', '@import ', 'image-set('] },
  { name: 'referencesInScript', run: referencesInScript, begins: ['', 'import ', '"', '`', '/', 'fetch(', 'importScripts('] },
  { name: 'possiblePaths', run: (text) => possiblePaths(text, 0) },
  {
    name: 'readImportMap',
    run: (text) => readImportMap(text, 'http://a.example/')(text.slice(0, 2000), 'http://a.example/b.js'),
    begins: ['', '{"imports":{"'],
  },
  {
    name: 'assignedLiteral',
    run: (text) => assignedLiteral(text, 'DECK_MANIFEST'),
    begins: ['<script>', '<script>DECK_MANIFEST=', '<script>DECK_MANIFEST={"a":', '<script>DECK_MANIFEST = ['],
  },
  {
    name: 'buildManifest',
    run: (text) => buildManifest({ title: text, slides: [{ file: text, label: text, notes: text }] }, new Map()),
  },
];

const PIECES = [
  '<a ',
  '<a>',
  '</a>',
  '<a',
  '<',
  '>',
  '<!--',
  '-->',
  '<!-- -->',
  '<!--->',
  '<!-',
  '--!',
  '-',
  '!',
  '<?',
  '<!x>',
  '<!doctype',
  '<script',
  '<script>',
  '</script',
  '<title>',
  '<meta ',
  '<meta name=generator ',
  'generator ',
  'slidev',
  'class=',
  'class="',
  "class='",
  ' class="reveal"',
  'id=impress ',
  '<section>',
  '<aside class=notes>',
  '<h1>',
  '&',
  '&amp',
  '&#1',
  '&a;',
  '"',
  "'",
  '`',
  '=',
  ' = ',
  '\\',
  '\\"',
  '//',
  '/*',
  '*/',
  '/',
  './',
  '../',
  '..',
  '.',
  '. ',
  ' ',
  '\n',
  '\t ',
  ';1',
  ':',
  ',',
  '{',
  '}',
  '[',
  ']',
  '{"a":',
  '"a":1,',
  '[],',
  '0,',
  '"\\u0000",',
  'DECK_MANIFEST ',
  'impress ',
  'Reveal ',
  'Reveal . ',
  'new ',
  'http://',
  'https:',
  'url(',
  'url( ',
  'a.b ',
  '.h',
  '.html',
  'a',
  'A.',
  '1',
  '1.',
  'é',
  '\u0301',
  '\u0301\u0323',
  '\u2028',
  '\ud800',
  '\0',
  'P',
  'PK',
];

const SMALL = 2000;
const TIMES = 16;
const WARM_UP = 4;
const filled = (begin: string, piece: string, length: number): string => begin + piece.repeat(Math.ceil(length / piece.length));

/** The processor time of a task in microseconds, at least 1. Time on the clock would contain the work of other processes. */
function timeOf(task: () => void): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

/**
 * The time for one long text, divided by the time for 16 short texts of the same total length: 1 for linear time, 16 for quadratic
 * time. The ratio does not depend on the speed of the machine, but a garbage collection can affect either measurement. The smallest
 * ratio of several rounds is therefore used, and the measurement ends as soon as a ratio is clearly linear.
 */
function growth(short: () => unknown, long: () => unknown): number {
  let least = Infinity;
  // Warm up, so that compilation is not measured with the short texts.
  for (let time = 0; time < WARM_UP; time++) short();
  for (let round = 0; round < 12 && least > CLEARLY_LINEAR; round++) {
    const apart = timeOf(() => {
      for (let time = 0; time < TIMES; time++) short();
    });
    least = Math.min(least, timeOf(long) / apart);
  }
  return least;
}

const CLEARLY_LINEAR = 4;

test('the measurement detects quadratic time', () => {
  const quadratic = (length: number) => (): number => {
    let steps = 0;
    for (let at = 0; at < length; at++) for (let other = 0; other < length; other++) steps += other & at;
    return steps;
  };
  expect(growth(quadratic(500), quadratic(500 * TIMES))).toBeGreaterThan(CLEARLY_LINEAR);
});

describe('functions take linear time', () => {
  test.each(readers.map((reader) => [reader.name, reader] as const))('%s', (_name, { run, begins = [''] }) => {
    for (const begin of begins) {
      for (const piece of PIECES) {
        const [short, long] = [SMALL, SMALL * TIMES].map((length) => filled(begin, piece, length));
        const ratio = growth(
          () => run(short ?? ''),
          () => run(long ?? ''),
        );
        expect(ratio, JSON.stringify({ begin, piece })).toBeLessThanOrEqual(CLEARLY_LINEAR);
      }
    }
  });

  test('a tag with many attributes', () => {
    const tag = (count: number) => {
      const html = `<p ${Array.from({ length: count }, (_, at) => `a${at}`).join(' ')}>`;
      return () => markupOf(html);
    };
    expect(growth(tag(500), tag(500 * TIMES))).toBeLessThanOrEqual(CLEARLY_LINEAR);
  });

  test('thumbnails of many slides among many files', () => {
    const look = (count: number) => (): void => {
      const files = Array.from({ length: count }, (_, at) => `thumbnails/${at}.png`);
      const found = thumbnailsIn(files);
      for (const file of files) thumbnailFor(file, found);
    };
    expect(growth(look(200), look(200 * TIMES))).toBeLessThanOrEqual(CLEARLY_LINEAR);
  });
});
