import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { exchange } from '#server/testing/exchange.ts';
import { builtWebApp } from './built-web-app.ts';
import { reservedAddresses } from './envelope.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);
const PAGES = ['index', 'library', 'present', 'deck'];
const PATTERNS = [
  { pattern: '^/$', file: 'library.html' },
  { pattern: '^/decks/[^/]+/present$', file: 'present.html' },
  { pattern: '^/decks/[^/]+/[^/]+$', file: 'deck.html' },
];

const built = await mkdtemp(join(tmpdir(), 'lectern-web-app-'));
await mkdir(join(built, 'assets'));
await writeFile(join(built, 'assets/small.js'), 'export {};');
await writeFile(join(built, '.pages.json'), JSON.stringify(PATTERNS));
for (const [name, text] of [['assets/main.js', SCRIPT], ...PAGES.map((page) => [`${page}.html`, `<title>${page}</title>`])]) {
  await writeFile(join(built, `${name}`), `${text}`);
  await writeFile(join(built, `${name}.br`), brotliCompressSync(`${text}`));
  await writeFile(join(built, `${name}.gz`), gzipSync(`${text}`));
}
const webApp = builtWebApp(built, () => Promise.resolve(null));
const server = createServer(express().use(reservedAddresses, webApp)).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
afterAll(async () => {
  server.close();
  await rm(built, { recursive: true });
});

const get = (path: string, encodings: string) =>
  exchange(origin, { path, headers: { accept: 'text/html,*/*', 'accept-encoding': encodings } });

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*;q=0', undefined],
  ['', undefined],
])('to a client that accepts "%s" a file is sent as %s', async (accepted, encoding) => {
  const { status, headers, bytes } = await get('/assets/main.js?again', accepted);
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toContain('immutable');
  expect(headers.vary).toBe('Accept-Encoding');
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)] ?? ((plain: Buffer) => plain);
  expect(unpack(bytes).toString()).toBe(SCRIPT);
});

test('compressed copies have their own ETags and are not sent twice', async () => {
  const [brotli, gzip] = [await get('/assets/main.js', 'br'), await get('/assets/main.js', 'gzip')];
  expect(brotli.headers.etag).not.toBe(gzip.headers.etag);
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(brotli.headers.etag) };
  expect((await exchange(origin, { path: '/assets/main.js', headers })).status).toBe(304);
});

test('a file without copies is sent as it is', async () => {
  const { headers, text } = await get('/assets/small.js', 'br');
  expect([headers['content-encoding'], headers.vary, text]).toEqual([undefined, undefined, 'export {};']);
});

test('a copy that was deleted is not announced', async () => {
  await rm(join(built, 'assets/main.js.br'));
  const { status, headers } = await get('/assets/main.js', 'br');
  expect([status, headers['content-encoding']]).toEqual([404, undefined]);
});

test.each([
  ['/', 'library'],
  ['/?owner=me', 'library'],
  ['/decks/d8f1/12', 'deck'],
  ['/decks/d8f1/present', 'present'],
  ['/admin/users', 'index'],
])('%s gets the page %s', async (path, page) => {
  const { headers, bytes } = await get(path, 'br');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(brotliDecompressSync(bytes).toString()).toBe(`<title>${page}</title>`);
});

test.each([
  '/API/decks',
  '/Api/trpc/decks.list',
  '/%61pi/decks',
  '/PLAY/x/index.html',
  '/p%6cay/x/index.html',
  '/api',
  '/play/x',
])('%s is no page, because it looks like the API or a played deck', async (path) => {
  expect((await get(path, 'br')).status).toBe(404);
});

test.each(['/apis', '/decks/api', '/players/1'])('%s gets a page, although it resembles the API', async (path) => {
  expect((await get(path, '')).text).toBe('<title>index</title>');
});
