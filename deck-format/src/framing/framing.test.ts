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

/** The result of the scanner for a document that arrives byte by byte. */
function inPieces(html: Uint8Array): number | null {
  const scanner = new DoctypeScanner();
  for (const byte of html) scanner.push(Uint8Array.of(byte));
  return scanner.end();
}

test('verification finds the insertion point of every HTML file, and of no other files', async () => {
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

test('the scanner reads each byte before the doctype once', () => {
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

/** The bytes, and a counter of how many times a byte was read. */
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

test('a given position is used without searching the document', () => {
  expect(new TextDecoder().decode(insertAfterDoctype(encode('<p>1</p><p>2</p>'), SCRIPT, 8))).toBe(`<p>1</p>${SCRIPT}<p>2</p>`);
  expect(insertAfterDoctype(encode('<p>'), SCRIPT, null)).toEqual(encode('<p>'));
});

test('the data of an entry between gzipHeader and gzipTrailer are a gzip member', async () => {
  const bytes = aDeck();
  const { entries } = await (await openPackage(bytesSource(bytes), nodeEngine)).verify();
  const entry = entries.get('slides/02.html');
  if (!entry) throw new Error('The deck does not contain the slide.');
  const member = Buffer.concat([
    gzipHeader(),
    bytes.subarray(entry.offset, entry.offset + entry.compressedSize),
    gzipTrailer(entry),
  ]);
  expect(gunzipSync(member).toString()).toBe(`${HTML}<!-- second -->`);
});

describe('the script element is inserted', () => {
  test.each([
    ['after the doctype', '<!DOCTYPE html><html lang="en">', '<!DOCTYPE html>§<html lang="en">'],
    ['after a doctype in any case', '<!docTYPE hTml>\n<p>', '<!docTYPE hTml>§\n<p>'],
    [
      'after a long doctype',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">§<p>',
    ],
    ['after white space and a doctype', ' \r\n\t<!doctype html><p>', ' \r\n\t<!doctype html>§<p>'],
    [
      'after a comment and a doctype',
      '<!-- <!doctype none> --><!doctype html><p>',
      '<!-- <!doctype none> --><!doctype html>§<p>',
    ],
    ['after a comment that ends with --!>', '<!-- a --!><!doctype html><p>-->', '<!-- a --!><!doctype html>§<p>-->'],
    ['after a comment of dashes only', '<!------><!doctype html><p>', '<!------><!doctype html>§<p>'],
    [
      'after comments that contain sequences similar to an end',
      '<!---!>-!>--x> --!-> -->\n<!doctype html>',
      '<!---!>-!>--x> --!-> -->\n<!doctype html>§',
    ],
    [
      'after a comment that contains the beginning of another one',
      '<!-- <!--> <!doctype html><p>',
      '<!-- <!--> <!doctype html>§<p>',
    ],
    [
      'after markup that is similar to a comment or a doctype',
      '<!-><!-x><!><!doc ><?><!doctype html>',
      '<!-><!-x><!><!doc ><?><!doctype html>§',
    ],
    ['after comments that end immediately', '<!--><!---><!doctype html>x-->', '<!--><!---><!doctype html>§x-->'],
    ['after an XML declaration', '<?xml version="1.0"?><!doctype html><p>', '<?xml version="1.0"?><!doctype html>§<p>'],
    ['after markup that parsers treat as a comment', '<!ELEMENT x><!doctype html><p>', '<!ELEMENT x><!doctype html>§<p>'],
    ['after a byte-order mark and a doctype', '\ufeff<!doctype html><p>', '\ufeff<!doctype html>§<p>'],
    ['at the beginning if there is no doctype', '<html><p>', '§<html><p>'],
    ['after a byte-order mark if there is no doctype', '\ufeff<p>', '\ufeff§<p>'],
    ['at the beginning if the doctype comes too late', '<p><!doctype html>', '§<p><!doctype html>'],
    ['before a comment if there is no doctype', '<!-- a --><p>', '§<!-- a --><p>'],
    ['before a comment without an end', '<!-- a <!doctype html>', '§<!-- a <!doctype html>'],
    ['before a doctype without an end', '<!doctype html', '§<!doctype html'],
    ['into an empty document', '', '§'],
    ['into a document of one character', '<', '§<'],
  ])('%s', (_where, html, expected) => {
    expect(inserted(html)).toBe(expected.replace('§', SCRIPT));
    expect(inPieces(encode(html))).toBe(encode(expected.split('§')[0] ?? '').length);
  });

  test.each([
    ['UTF-16 little-endian', Buffer.from('\ufeff<!doctype html>', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeff<!doctype html>', 'utf16le').swap16()],
    ['UTF-16 without a byte-order mark', Buffer.from('<!doctype html>', 'utf16le')],
    ['UTF-16 big-endian without a byte-order mark', Buffer.from('<!doctype html>', 'utf16le').swap16()],
  ])('at no position in %s', (_name, html) => {
    expect(insertAfterDoctype(html, SCRIPT)).toBe(html);
    expect(inPieces(html)).toBeNull();
  });
});

test('crc32 of the core agrees with zlib', async () => {
  const { crc32: ours } = await import('../index.ts');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(0xffffffff), (bytes, seed) => {
      expect(ours(bytes, seed)).toBe(crc32(bytes, seed));
    }),
  );
});
