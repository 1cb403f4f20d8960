import { crc32, gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDeck, deckEntries, HTML } from '../../test/a-deck.ts';
import { makeZip } from '../../test/zip-maker.ts';
import { bytesSource, gzipHeader, gzipTrailer, insertAfterDoctype, openPackage } from '../index.ts';
import { nodeEngine } from '../node/index.ts';
import { DoctypeScanner } from './doctype.ts';

const SCRIPT = '<script src="/b.js"></script>';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const inserted = (html: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(insertAfterDoctype(encode(html), SCRIPT));

/** What the scanner finds when a document comes byte by byte. */
function inPieces(html: Uint8Array): number | null {
  const scanner = new DoctypeScanner();
  for (const byte of html) scanner.push(Uint8Array.of(byte));
  return scanner.end();
}

test('verification finds the place for the script once, for every HTML file and nothing else', async () => {
  const marked = `\ufeff<!-- a --><!doctype html>`;
  const bytes = makeZip({
    entries: [
      ...deckEntries(),
      { name: 'marked.htm', content: `${marked}<p>` },
      { name: 'wide.html', content: Buffer.from(HTML, 'utf16le') },
    ],
  });
  for (const engine of [nodeEngine, {}]) {
    const { entries } = await (await openPackage(bytesSource(bytes), engine)).verify();
    const places = Object.fromEntries([...entries.values()].map(({ path, scriptAt }) => [path, scriptAt]));
    expect(places).toEqual({
      'manifest.json': undefined,
      'assets/dot.png': undefined,
      'slides/01.html': '<!doctype html>'.length,
      'slides/02.html': '<!doctype html>'.length,
      'marked.htm': encode(marked).length,
      'wide.html': null,
    });
  }
});

test('each byte in front of the doctype is looked at once, whatever stands there', () => {
  for (const piece of [
    '<!-- a -->',
    '<!---',
    '<!--->',
    '<!-- --!',
    '<?x',
    '<?x>',
    '<!x>',
    '<',
    '\n',
    '-',
    '<!doctype',
    '<!doc>',
  ]) {
    const html = encode(`<!--${piece.repeat(1000)}`.slice(piece.startsWith('-') ? 0 : 4));
    const { bytes, reads } = counted(html);
    const scanner = new DoctypeScanner();
    scanner.push(bytes);
    scanner.end();
    expect(reads(), piece).toBeLessThanOrEqual(html.length);
  }
});

/** The bytes, and how often one of them was looked at. */
function counted(html: Uint8Array): { bytes: Uint8Array; reads: () => number } {
  let reads = 0;
  const bytes = new Proxy(html, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, target) as unknown;
    },
  });
  return { bytes, reads: () => reads };
}

test('a place that is known is used, and the document is not searched', () => {
  expect(new TextDecoder().decode(insertAfterDoctype(encode('<p>1</p><p>2</p>'), SCRIPT, 8))).toBe(`<p>1</p>${SCRIPT}<p>2</p>`);
  expect(insertAfterDoctype(encode('<p>'), SCRIPT, null)).toEqual(encode('<p>'));
});

test('an entry goes out as a gzip member just as it lies in the archive', async () => {
  const bytes = aDeck();
  const { entries } = await (await openPackage(bytesSource(bytes), nodeEngine)).verify();
  const entry = entries.get('slides/02.html');
  if (!entry) throw new Error('The deck has lost its slide.');
  const member = Buffer.concat([
    gzipHeader(),
    bytes.subarray(entry.offset, entry.offset + entry.compressedSize),
    gzipTrailer(entry),
  ]);
  expect(gunzipSync(member).toString()).toBe(`${HTML}<!-- second -->`);
});

describe('the script element goes', () => {
  test.each([
    ['behind the doctype', '<!DOCTYPE html><html lang="en">', '<!DOCTYPE html>§<html lang="en">'],
    ['behind a doctype in any case', '<!docTYPE hTml>\n<p>', '<!docTYPE hTml>§\n<p>'],
    [
      'behind a long doctype',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">§<p>',
    ],
    ['behind white space and doctype', ' \r\n\t<!doctype html><p>', ' \r\n\t<!doctype html>§<p>'],
    ['behind a comment and doctype', '<!-- <!doctype none> --><!doctype html><p>', '<!-- <!doctype none> --><!doctype html>§<p>'],
    ['past a comment that ends with --!>', '<!-- a --!><!doctype html><p>-->', '<!-- a --!><!doctype html>§<p>-->'],
    ['past a comment of dashes alone', '<!------><!doctype html><p>', '<!------><!doctype html>§<p>'],
    [
      'past comments that only seem to end',
      '<!---!>-!>--x> --!-> -->\n<!doctype html>',
      '<!---!>-!>--x> --!-> -->\n<!doctype html>§',
    ],
    ['past a comment that another one seems to begin in', '<!-- <!--> <!doctype html><p>', '<!-- <!--> <!doctype html>§<p>'],
    [
      'past markup that is nearly a comment or a doctype',
      '<!-><!-x><!><!doc ><?><!doctype html>',
      '<!-><!-x><!><!doc ><?><!doctype html>§',
    ],
    ['past comments that end at once', '<!--><!---><!doctype html>x-->', '<!--><!---><!doctype html>§x-->'],
    ['past an XML declaration', '<?xml version="1.0"?><!doctype html><p>', '<?xml version="1.0"?><!doctype html>§<p>'],
    ['past markup that is taken for a comment', '<!ELEMENT x><!doctype html><p>', '<!ELEMENT x><!doctype html>§<p>'],
    ['behind the byte-order mark and doctype', '\ufeff<!doctype html><p>', '\ufeff<!doctype html>§<p>'],
    ['in front without a doctype', '<html><p>', '§<html><p>'],
    ['in front, but behind the byte-order mark', '\ufeff<p>', '\ufeff§<p>'],
    ['in front where the doctype comes too late', '<p><!doctype html>', '§<p><!doctype html>'],
    ['in front of a comment without a doctype', '<!-- a --><p>', '§<!-- a --><p>'],
    ['in front of a comment without an end', '<!-- a <!doctype html>', '§<!-- a <!doctype html>'],
    ['in front of a doctype without an end', '<!doctype html', '§<!doctype html'],
    ['into an empty document', '', '§'],
    ['into a document of one character', '<', '§<'],
  ])('%s', (_where, html, expected) => {
    expect(inserted(html)).toBe(expected.replace('§', SCRIPT));
    expect(inPieces(encode(html))).toBe(encode(expected.split('§')[0] ?? '').length);
  });

  test.each([
    ['UTF-16 little-endian', Buffer.from('\ufeff<!doctype html>', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeff<!doctype html>', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('<!doctype html>', 'utf16le')],
    ['UTF-16 big-endian without a mark', Buffer.from('<!doctype html>', 'utf16le').swap16()],
  ])('nowhere in %s', (_name, html) => {
    expect(insertAfterDoctype(html, SCRIPT)).toBe(html);
    expect(inPieces(html)).toBeNull();
  });
});

test("the core's own checksum is that of zlib", async () => {
  const { crc32: ours } = await import('../index.ts');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(0xffffffff), (bytes, seed) => {
      expect(ours(bytes, seed)).toBe(crc32(bytes, seed));
    }),
  );
});
