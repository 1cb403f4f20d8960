import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { exchange } from '#server/testing/exchange.ts';
import { securityHeaders } from './security-headers.ts';

const INLINE = 'document.title = "inside";';
const headers = securityHeaders({
  isSecure: false,
  base: 'https://decks.example',
  playback: ['https://decks.example/play/'],
  scripts: ['/assets/', '/first-paint.js'],
  inlineScripts: [INLINE],
  hotReload: false,
});
const server = createServer(express().use(headers, (_request, response) => void response.end())).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
afterAll(() => void server.close());

async function scriptSourcesAt(host: string): Promise<string> {
  const answer = await exchange(origin, { path: '/', headers: { host } });
  return /script-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1] ?? '';
}

const OWN = 'https://decks.example/assets/ https://decks.example/first-paint.js';
/** Of the script inside of the page, as `openssl dgst -sha256 -binary | base64` prints it. */
const HASH = "'sha256-5C6gBSWWI3OPXuX/9nKYK6pWSk6J13Zi+TDD9H0VGQ0='";

test('scripts are allowed from their folders, never from the whole origin, where decks play too, and inside of a page by their text', async () => {
  expect(await scriptSourcesAt('decks.example')).toBe(`${OWN} ${HASH}`);
  expect(await scriptSourcesAt('DECKS.example')).toBe(`${OWN} ${HASH}`);
});

test('a page at another host name of the server may load its scripts from there', async () => {
  expect(await scriptSourcesAt('10.0.0.7:8080')).toBe(`${OWN} 10.0.0.7:8080/assets/ 10.0.0.7:8080/first-paint.js ${HASH}`);
});

test.each(["x'unsafe-inline'", 'x/play/', 'a b', '*', 'a,b', '*.example'])(
  'the host "%s" adds no source of its own',
  async (host) => {
    expect(await scriptSourcesAt(host)).toBe(`${OWN} 'self' ${HASH}`);
  },
);

test('a page at an IPv6 address, which a policy cannot name, falls back to self', async () => {
  expect(await scriptSourcesAt('[::1]:3000')).toBe(`${OWN} 'self' ${HASH}`);
});
