import { crc32, deflateRawSync, gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDeck, HTML } from '../../test/a-deck.ts';
import { bytesSource, deflatePrefix, documentHead, gzipHeader, gzipTrailer, insertAfterDoctype, openPackage } from '../index.ts';
import { nodeEngine } from '../node/index.ts';
import { combineCrc32 } from './crc-combine.ts';

const SCRIPT = '<script src="/b.js"></script>';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const inserted = (html: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(insertAfterDoctype(encode(html), SCRIPT));

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
  ])('%s', (_where, html, expected) => {
    expect(inserted(html)).toBe(expected.replace('§', SCRIPT));
  });

  test.each([
    ['UTF-16 little-endian', Buffer.from('\ufeff<!doctype html>', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeff<!doctype html>', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('<!doctype html>', 'utf16le')],
    ['UTF-16 big-endian without a mark', Buffer.from('<!doctype html>', 'utf16le').swap16()],
  ])('nowhere in %s', (_name, html) => {
    expect(insertAfterDoctype(html, SCRIPT)).toBe(html);
  });
});

describe('a script element before deflated data', () => {
  const framed = (html: string, level: number): Buffer => {
    const bytes = encode(html);
    const head = documentHead(bytes);
    if (!head) throw new Error('This document cannot be framed.');
    const prefix = deflatePrefix(head, SCRIPT, { crc32: crc32(bytes), size: bytes.length });
    return gunzipSync(Buffer.concat([gzipHeader(), prefix.bytes, deflateRawSync(bytes, { level }), gzipTrailer(prefix)]));
  };

  test.each([0, 1, 9])('is one gzip member with the right checksum and size (level %i)', (level) => {
    expect(framed(HTML, level).toString()).toBe(`<!doctype html>${SCRIPT}${HTML}`);
    expect(framed('<p>no doctype</p>', level).toString()).toBe(`${SCRIPT}<p>no doctype</p>`);
  });

  test('is not offered where the document has to be inflated', () => {
    expect(documentHead(encode(`\ufeff${HTML}`))).toBeNull();
    expect(documentHead(Buffer.from(HTML, 'utf16le'))).toBeNull();
    expect(documentHead(encode(`<!--${'x'.repeat(40_000)}-->${HTML}`))).toBeNull();
    expect(() => deflatePrefix(new Uint8Array(0), 'x'.repeat(70_000), { crc32: 0, size: 0 })).toThrow(RangeError);
  });

  test('checksums combine as if the bytes were joined', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.uint8Array({ maxLength: 3000 }), (one, other) => {
        expect(combineCrc32(crc32(one), crc32(other), other.length)).toBe(crc32(Buffer.concat([one, other])));
      }),
    );
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
