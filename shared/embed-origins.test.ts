import { expect, test } from 'vitest';
import { embedOriginOf, isEmbedOrigin } from './embed-origins.ts';

test.each([
  'https://example.com',
  'http://intranet',
  'https://a.example:8443',
  'http://127.0.0.1:3000',
  'https://xn--bcher-kva.example',
])('%s is an origin', (text) => expect(isEmbedOrigin(text)).toBe(true));

test.each([
  '',
  'example.com',
  'https://',
  'https://example.com/',
  'https://example.com/page',
  'https://Example.com',
  'https://example.com:443',
  'http://127.1',
  'https://*.example.com',
  'https://[::1]',
  'https://bücher.example',
  'ftp://example.com',
  'javascript://example.com',
  "https://example.com; script-src 'unsafe-inline'",
  "https://example.com 'self'",
  'https://example.com\nhttps://other.example',
  `https://${'a'.repeat(300)}.example`,
])('%j is none, so that it cannot be in a header', (text) => expect(isEmbedOrigin(text)).toBe(false));

test.each([
  ['https://Example.com/some/page?x#y', 'https://example.com'],
  ['example.com', 'https://example.com'],
  ['localhost:3000', 'https://localhost:3000'],
  ['http://bücher.example:80/', 'http://xn--bcher-kva.example'],
])('%s is on the website %s', (address, origin) => expect(embedOriginOf(address)).toBe(origin));

test.each(['', 'two words', 'https://', 'https://[::1]/', 'file:///x', '*'])('%j is on no website', (address) =>
  expect(embedOriginOf(address)).toBeNull(),
);
