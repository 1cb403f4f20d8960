import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/decks/1/7', '/?q=a%20b&owner=me', '/?q=https://elsewhere.example//', '/account#keys', '/decks/%C3%BC'])(
  '%j is accepted',
  (path) => expect(ownPath(path)).toBe(path),
);

test.each([
  'https://elsewhere.example',
  'https:elsewhere.example',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '\t//elsewhere.example',
  '/\r\\elsewhere.example',
  '/%2felsewhere.example',
  '/%2F%2Felsewhere.example',
  '/%5Celsewhere.example',
  '/%09/elsewhere.example',
  '/%252felsewhere.example',
  '/%25252felsewhere.example',
  '/decks/..//elsewhere.example',
  '/decks/%2e%2e//elsewhere.example',
  '/.//elsewhere.example',
  '/decks/..\\\\elsewhere.example',
  '/%',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'decks/1',
  '?q=a',
  '#x',
  '',
  7,
  null,
  undefined,
  ['/'],
  { to: '/' },
])('%j is refused', (path) => expect(ownPath(path)).toBeNull());
