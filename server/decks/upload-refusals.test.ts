import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { textContent } from 'deck-format/node';
import type { Answer } from '#server/testing/exchange.ts';
import { aForm, anUpload, type Form } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aBadPackage, anArchive, aPackage, withNamesOfWindows } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';

const MAX_BYTES = 60_000;
const lectern = await aLectern({ UPLOAD_MAX_BYTES: String(MAX_BYTES) });
const api = lectern.as(await lectern.aUser());
const sound = await aPackage();
const file = { name: 'file', filename: 'x.stage', content: sound };

const upload = (form: Form): Promise<Answer> => api.send('POST', '/api/decks', form);
/** Uploads in chunks, without a Content-Length. */
const uploadChunked = ({ headers, body }: Form): Promise<Answer> =>
  api.send('POST', '/api/decks', { headers: { ...headers, 'transfer-encoding': 'chunked' }, body: Readable.from(pieces(body)) });

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

afterEach(async () => {
  expect(await settled(lectern)).toEqual({ decks: 0, versions: 0, blobs: [], temporary: [] });
});

describe('a form is refused', () => {
  it('from an anonymous caller', async () => {
    expectRefusal(await lectern.as(null).send('POST', '/api/decks', anUpload(sound)), 'UNAUTHENTICATED');
  });

  it('without a file', async () => {
    expectRefusal(await upload(aForm()), 'FILE_REQUIRED');
    expectRefusal(await upload(aForm({ name: 'title', content: 'x' })), 'FILE_REQUIRED');
    expectRefusal(await upload(aForm({ name: 'file', content: 'only text' })), 'FILE_REQUIRED');
  });

  it.each([
    ['two files', aForm(file, file)],
    ['a file of another name', aForm({ ...file, name: 'package' })],
    ['an empty title', aForm({ name: 'title', content: ' \t ' }, file)],
    ['a title of 257 characters', aForm({ name: 'title', content: 'x'.repeat(257) }, file)],
    ['a title of 50,000 characters', aForm({ name: 'title', content: 'x'.repeat(50_000) }, file)],
    ['a title with NUL', aForm(file, { name: 'title', content: 'a\0b' })],
    ['a title of two lines', aForm(file, { name: 'title', content: 'a\nb' })],
    ['an unknown visibility', aForm(file, { name: 'visibility', content: 'public' })],
    ['too many fields', aForm(...Array.from({ length: 40 }, (_, at) => ({ name: `f${at}`, content: 'x' })), file)],
  ])('for %s', async (_, form) => {
    const details = expectRefusal(await upload(form), 'VALIDATION_FAILED');
    expect(details).toMatchObject({
      issues: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
    });
  });

  it.each([
    ['JSON', { 'content-type': 'application/json' }],
    ['a bare zip', { 'content-type': 'application/zip' }],
    ['a URL-encoded form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['bytes without a type', {}],
  ])('that is %s', async (_, headers) => {
    expectRefusal(await api.send('POST', '/api/decks', { headers, body: sound }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  const whole = anUpload(sound);
  it.each([
    ['has no boundary', { ...whole, headers: { 'content-type': 'multipart/form-data' } }],
    ['has another boundary', { ...whole, headers: { 'content-type': 'multipart/form-data; boundary=other' } }],
    ['ends in the middle of the file', { ...whole, body: whole.body.subarray(0, whole.body.length / 2) }],
    ['ends in a header', { ...whole, body: whole.body.subarray(0, 60) }],
    ['is empty', { ...whole, body: Buffer.alloc(0) }],
    ['is noise', { ...whole, body: Buffer.from(sound) }],
  ])('that %s', async (_, form) => {
    const { status, body } = await upload(form);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { code: expect.stringMatching(/^(VALIDATION_FAILED|FILE_REQUIRED)$/) } },
    });
  });
});

describe('a file that is too large', () => {
  const filled = (size: number) => anUpload(Buffer.alloc(size));

  it('is refused with and without a Content-Length', async () => {
    for (const send of [upload, uploadChunked]) {
      expect(expectRefusal(await send(filled(MAX_BYTES + 1)), 'UPLOAD_TOO_LARGE')).toEqual({ maxBytes: MAX_BYTES });
      expect(expectRefusal(await send(filled(MAX_BYTES * 10)), 'UPLOAD_TOO_LARGE')).toEqual({ maxBytes: MAX_BYTES });
    }
  });

  it('is refused by its own size, not by the size of the form', async () => {
    expectRefusal(await upload(filled(MAX_BYTES)), 'INVALID_PACKAGE');
    expectRefusal(
      await upload(aForm({ name: 'title', content: 'x'.repeat(200) }, { ...file, content: Buffer.alloc(MAX_BYTES) })),
      'INVALID_PACKAGE',
    );
  });
});

const withoutSlide = await aBadPackage((manifest) => ({
  ...manifest,
  slides: manifest.slides.map((slide) => ({ ...slide, file: 'no.html' })),
}));
const fromWindows = withNamesOfWindows(await aPackage({ files: { 'ähnlich.png': 'x' } }));
const withoutManifest = await anArchive(new Map([['a.html', textContent('<p>')]]));

describe('a package is refused', () => {
  it.each([
    ['empty', Buffer.alloc(0), { reason: 'E_NOT_ZIP', rule: 'not-a-zip' }],
    ['text', Buffer.from('hello'), { reason: 'E_NOT_ZIP', rule: 'not-a-zip' }],
    ['truncated', sound.subarray(0, sound.length - 10), { reason: 'E_NOT_ZIP', rule: 'bytes-after-end' }],
    ['followed by something', Buffer.concat([sound, Buffer.from('x')]), { reason: 'E_NOT_ZIP', rule: 'bytes-after-end' }],
    ['damaged', flipped(sound, 40), { reason: 'E_NOT_ZIP', rule: 'local-header-disagrees' }],
    ['packed by Windows Explorer', fromWindows, { reason: 'E_NOT_ZIP', rule: 'names-not-utf8' }],
    ['without a manifest', withoutManifest, { reason: 'E_NO_MANIFEST' }],
    ['without a slide of its manifest', withoutSlide, { reason: 'E_MISSING_SLIDE' }],
  ])('that is %s', async (_, bytes, details) => {
    expect(expectRefusal(await upload(anUpload(bytes)), 'INVALID_PACKAGE')).toEqual(details);
  });

  it.each([
    ['is not JSON', 'nope', 'E_BAD_MANIFEST'],
    ['is a list', '[]', 'E_BAD_MANIFEST'],
    ['says nothing', '{}', 'E_BAD_MANIFEST'],
    ['is of another format', '{"schema":"slidestage@9.0"}', 'E_UNSUPPORTED_SCHEMA'],
  ])('whose manifest %s', async (_, manifest, reason) => {
    const bytes = await anArchive(new Map([['manifest.json', textContent(manifest)]]));
    const details = expectRefusal(await upload(anUpload(bytes)), 'INVALID_MANIFEST');
    expect(details).toMatchObject({
      reason,
      issues: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
    });
  });

  it.each(['../evil.html', '/etc/passwd', 'a/../../b.html', 'C:\\x.html'])('with an entry %s', async (path) => {
    const bytes = await aBadPackage((manifest) => manifest, { files: { [path]: 'x' } });
    expect(expectRefusal(await upload(anUpload(bytes)), 'UNSAFE_PATH')).toEqual({ reason: 'E_PATH_TRAVERSAL', path });
  });

  it('whose manifest contains an unsafe path', async () => {
    const bytes = await aBadPackage((manifest) => ({
      ...manifest,
      slides: manifest.slides.map((slide) => ({ ...slide, file: '../out.html' })),
    }));
    expect(expectRefusal(await upload(anUpload(bytes)), 'UNSAFE_PATH')).toMatchObject({ path: '../out.html' });
  });
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte));
}
