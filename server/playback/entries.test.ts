import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { playbackSchema } from '#shared/playback.ts';

const VIDEO = randomBytes(400_000);
const CSS = `/* ${'style '.repeat(2000)} */`;
const FILES: Record<string, string | Uint8Array> = {
  'a.html': '<!DOCTYPE html>\n<html lang="x"><title>A</title><script>1</script></html>',
  'old.htm': '<p>no doctype</p>',
  'page.html': `<!doctype html><p>not a slide ${'x'.repeat(500)}</p>`,
  'style.css': CSS,
  'video.mp4': VIDEO,
  'empty.txt': '',
  'code.mjs': 'export default 1;'.repeat(50),
  'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>${'<g/>'.repeat(100)}</svg>`,
  'unknown.xyz': 'x',
  'no-ending': 'x',
  'with space & ampersand.png': 'png',
  'Ünï/表.css': 'p{}',
  'cafe\u0301.txt': 'decomposed',
  'r\u00e9sum\u00e9.txt': 'composed',
  'literal%20percent.png': 'literal',
  '100%.png': 'percent',
  'question?mark#hash.txt': 'odd',
  '__proto__/x.txt': 'proto',
};
const lectern = await aLectern();
const owner = await lectern.aUser();
const deck = await lectern.aDeck({
  owner,
  slides: [{ file: 'a.html', thumbnail: 'thumb.png' }, { file: 'old.htm' }],
  files: { ...FILES, 'thumb.png': VIDEO },
});
const { body } = await lectern.as(owner).get(`/api/decks/${deck.id}/playback`);
const base = new URL(playbackSchema.parse(body).baseUrl).pathname;
const nobody = lectern.as(null);
const play = (path: string, headers = {}) => nobody.get(`${base}${path}`, headers);
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

describe('an entry', () => {
  it.each(Object.keys(FILES).filter((path) => !['a.html', 'old.htm'].includes(path)))('%s is served unchanged', async (path) => {
    const answer = await play(encoded(path));
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(Buffer.from(FILES[path] ?? ''))).toBe(true);
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['page.html', 'text/html; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
    ['code.mjs', 'text/javascript; charset=utf-8'],
    ['picture.svg', 'image/svg+xml; charset=utf-8'],
    ['video.mp4', 'video/mp4'],
    ['unknown.xyz', 'application/octet-stream'],
    ['no-ending', 'application/octet-stream'],
    ['manifest.json', 'application/json; charset=utf-8'],
  ])('%s is %s', async (path, type) => {
    expect((await play(path)).headers['content-type']).toBe(type);
  });

  it.each([
    'nothing',
    'a.HTML',
    'slides/',
    '',
    '/',
    'a.html/',
    '../a.html',
    '%2e%2e/a.html',
    'x/../a.html',
    '.',
    '__proto__',
    'constructor',
    '%00',
    'a.html%00',
  ])('%s is not found', async (path) => {
    expectRefusal(await play(path), 'NOT_FOUND');
  });

  it('is found by the other Unicode form of its name', async () => {
    expect((await play(encodeURIComponent('café.txt'))).text).toBe('decomposed');
    expect((await play(encodeURIComponent('re\u0301sume\u0301.txt'))).text).toBe('composed');
  });

  it('is found by its literal name when a page did not escape it', async () => {
    expect((await play('100%.png')).text).toBe('percent');
    expect((await play('literal%20percent.png')).text).toBe('literal');
  });
});

describe('a compressed entry', () => {
  it('is sent as gzip to clients that accept it, and uncompressed to others', async () => {
    for (const accept of ['gzip', 'gzip, deflate, br, zstd', 'br, gzip;q=0.5', '*']) {
      const answer = await play('style.css', { 'accept-encoding': accept });
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'accept-ranges': 'none' });
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(answer.bytes.length).toBeLessThan(500);
      expect(gunzipSync(answer.bytes).toString()).toBe(CSS);
    }
    for (const accept of ['identity', 'gzip;q=0', 'br', '']) {
      const answer = await play('style.css', { 'accept-encoding': accept });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.text).toBe(CSS);
      expect(answer.headers.vary).toBe('Accept-Encoding');
    }
  });

  it('has an ETag for each form, and no ranges', async () => {
    const [plain, packed] = [await play('style.css'), await play('style.css', { 'accept-encoding': 'gzip' })];
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
    expect((await play('style.css', { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.etag })).status).toBe(304);
    expect((await play('style.css', { 'accept-encoding': 'gzip', 'if-none-match': plain.headers.etag })).status).toBe(200);
    expect((await play('style.css', { range: 'bytes=0-9' })).status).toBe(200);
  });
});

describe('a stored entry', () => {
  it('is served in ranges', async () => {
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=399990-', 399_990, 400_000],
      ['bytes=-5', 399_995, 400_000],
    ] as const) {
      const answer = await play('video.mp4', { range, 'accept-encoding': 'gzip' });
      expect(answer).toMatchObject({
        status: 206,
        headers: { 'content-range': `bytes ${from}-${to - 1}/400000`, 'accept-ranges': 'bytes' },
      });
      expect(answer.bytes.equals(VIDEO.subarray(from, to))).toBe(true);
    }
    const behind = await play('video.mp4', { range: 'bytes=400000-' });
    expectRefusal(behind, 'RANGE_NOT_SATISFIABLE');
    expect(behind.headers['content-range']).toBe('bytes */400000');
  });

  it('is not sent again when the browser has it', async () => {
    const { etag } = (await play('video.mp4')).headers;
    const answer = await play('video.mp4', { 'if-none-match': etag, range: 'bytes=0-9' });
    expect(answer).toMatchObject({ status: 304, text: '' });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });
});

describe('a slide', () => {
  it('gets the bridge right after its doctype, in every encoding', async () => {
    for (const accept of ['identity', 'gzip']) {
      const { bytes, headers } = await play('a.html', { 'accept-encoding': accept });
      expect(headers['content-length']).toBe(String(bytes.length));
      const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      expect(text).toMatch(
        /^<!DOCTYPE html><script src="http:\/\/127\.0\.0\.1:\d+\/play\/bridge\.js"><\/script>\n<html lang="x">/,
      );
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect((await play('old.htm')).text).toMatch(/^<script src="[^"]+bridge\.js"><\/script><p>no doctype<\/p>$/);
  });

  it('is revalidated each time, and not sent when unchanged', async () => {
    const { headers } = await play('a.html');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect((await play('a.html', { 'if-none-match': headers.etag })).status).toBe(304);
  });

  it('is served as an immutable still without scripts and bridge on request', async () => {
    const { text, headers } = await play('a.html?still');
    expect(text).toBe('<!DOCTYPE html>\n<html lang="x"><title>A</title><script type="text/x-still">1</script></html>');
    expect(headers['cache-control']).toMatch(/immutable/);
    expect((await play('page.html?still')).text).toBe(FILES['page.html']);
  });

  it('loads a bridge that any frame may load', async () => {
    const answer = await nobody.get('/play/bridge.js');
    expect(answer).toMatchObject({ status: 200, text: '"the bridge";' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const { bytes, headers } = await nobody.get('/play/bridge.js', { 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(bytes).toString()).toBe('"the bridge";');
  });
});

describe('another HTML file', () => {
  const SCRIPTED = /^<!doctype html><script src="http:\/\/127\.0\.0\.1:\d+\/play\/bridge\.js\?document"><\/script><p>not a slide/;

  it.each(['document', 'iframe', 'frame', 'object', 'embed'])('as %s gets our script after its doctype', async (destination) => {
    const { text, headers } = await play('page.html', { 'sec-fetch-dest': destination });
    expect(text).toMatch(SCRIPTED);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Sec-Fetch-Dest, Accept' });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect((await play('page.html?still', { 'sec-fetch-dest': destination })).text).toMatch(SCRIPTED);
    const packed = await play('page.html', { 'sec-fetch-dest': destination, 'accept-encoding': 'gzip' });
    expect(gunzipSync(packed.bytes).toString()).toBe(text);
  });

  it('gets it over plain http as well, where browsers send only Accept', async () => {
    expect((await play('page.html', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })).text).toMatch(SCRIPTED);
  });

  it('is unchanged when the deck reads it, and the two forms are cached separately', async () => {
    const [read, shown] = [
      await play('page.html', { 'sec-fetch-dest': 'empty' }),
      await play('page.html', { 'sec-fetch-dest': 'iframe' }),
    ];
    expect(read.text).toBe(FILES['page.html']);
    expect(read.headers.vary).toBe(shown.headers.vary);
    const known = { 'sec-fetch-dest': 'iframe', 'if-none-match': read.headers.etag };
    expect((await play('page.html', known)).text).toMatch(SCRIPTED);
    expect((await play('page.html', { ...known, 'if-none-match': shown.headers.etag })).status).toBe(304);
  });

  it('is the only kind of file that gets it', async () => {
    for (const path of ['picture.svg', 'style.css', 'unknown.xyz'])
      expect((await play(path, { 'sec-fetch-dest': 'iframe' })).text).toBe(FILES[path]);
  });
});

describe('every response under the address', () => {
  it.each(['a.html', 'page.html', 'picture.svg', 'video.mp4', 'style.css', 'nothing', '%zz'])(
    'to %s is sandboxed, sends no referrer, and is readable by its own opaque origin',
    async (path) => {
      for (const ask of [
        play(path),
        nobody.head(`${base}${path}`),
        play(path, { range: 'bytes=999999999-' }),
        nobody.post(`${base}${path}`, {}),
      ]) {
        const { headers, status } = await ask;
        expect(status).not.toBe(500);
        expect(headers['content-security-policy']).toMatch(/(^|; ?)sandbox allow-scripts(;|$)/);
        expect(headers['content-security-policy']).not.toContain('allow-same-origin');
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        });
        expect(headers['set-cookie']).toBeUndefined();
        expect(headers['cache-control']).toMatch(/^(private|no-store)/);
      }
    },
  );

  it('to HEAD has the headers of GET', async () => {
    for (const path of ['a.html', 'style.css', 'video.mp4', 'empty.txt']) {
      const [get, head] = [await play(path), await nobody.head(`${base}${path}`)];
      expect(head).toMatchObject({ status: 200, text: '' });
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'accept-ranges'])
        expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it.each(['a.html', 'a.html?still', 'style.css', 'video.mp4', 'empty.txt'])(
    'to %s is the same the second time, except for its request id',
    async (path) => {
      for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
        const [first, second] = [await play(path, headers), await play(path, headers)];
        const { 'x-request-id': id, date: _, ...same } = first.headers;
        expect(second).toMatchObject({ status: first.status, headers: same });
        expect(second.bytes.equals(first.bytes)).toBe(true);
        expect(id).toMatch(/^[\da-f-]{36}$/);
        expect(second.headers['x-request-id']).not.toBe(id);
      }
    },
  );

  it('has a request id, whatever its status', async () => {
    const { etag } = (await play('video.mp4')).headers;
    const answers = [
      await play('video.mp4', { range: 'bytes=0-9' }),
      await play('video.mp4', { 'if-none-match': etag }),
      await nobody.head(`${base}video.mp4`),
      await nobody.get('/play/bridge.js'),
      await play('nothing'),
      await play('video.mp4', { range: 'bytes=400000-' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([206, 304, 200, 200, 404, 416]);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(answers.length);
    expect(ids).not.toContain(undefined);
  });

  it('allows the deck to load only from its own address', async () => {
    const policy = String((await play('a.html')).headers['content-security-policy']);
    const sources = policy.match(/https?:\/\/\S+?(?=[\s;]|$)/g) ?? [];
    expect(new Set(sources)).toEqual(new Set([`${lectern.address}${base}`, `${lectern.address}/play/bridge.js`]));
    expect(policy).toContain(`default-src ${lectern.address}${base} data: blob:`);
  });
});

describe('the thumbnail of a deck', () => {
  it('is the picture of its first slide in the package, unchanged', async () => {
    const answer = await lectern.as(owner).get(`/api/decks/${deck.id}/thumbnail`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'content-length': '400000', 'x-content-type-options': 'nosniff' },
    });
    expect(answer.bytes.equals(VIDEO)).toBe(true);
    expect(
      (await lectern.as(owner).get(`/api/decks/${deck.id}/thumbnail`, { 'if-none-match': answer.headers.etag })).status,
    ).toBe(304);
    expect(await lectern.as(owner).head(`/api/decks/${deck.id}/thumbnail`)).toMatchObject({ status: 200, text: '' });
  });

  it.each(['picture.svg', 'missing.png', null])('is not found when it is %s', async (thumbnail) => {
    const other = await lectern.aDeck({
      owner,
      slides: [{ file: 'a.html', thumbnail }],
      files: { 'a.html': 'x', 'picture.svg': '<svg/>' },
    });
    expect(other.hasThumbnail).toBe(false);
    expectRefusal(await lectern.as(owner).get(`/api/decks/${other.id}/thumbnail`), 'THUMBNAIL_NOT_FOUND');
  });
});
