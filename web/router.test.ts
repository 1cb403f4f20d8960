import { expect, test } from 'vitest';
import { router } from './router.tsx';

/** The search parameters that a page gets from the router, not only what its validator returns. */
function searchAt(pathname: string, search: Record<string, unknown>): Record<string, unknown> {
  const found = router.matchRoutes(pathname, search).at(-1)?.search ?? {};
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

test('signing in leads back into the application', () => {
  expect(searchAt('/sign-in', { to: '/decks/1/7' })).toEqual({ to: '/decks/1/7' });
});

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  '/\t/elsewhere.example',
  7,
])('signing in does not lead to %j', (to) => expect(searchAt('/sign-in', { to })).toEqual({}));

test('the library gets nothing from its address that it does not know', () => {
  expect(searchAt('/', { q: ['a'], owner: 'someone', sort: 'size' })).toEqual({});
  expect(searchAt('/', { q: '2026', owner: 'me', sort: 'title' })).toEqual({ q: '2026', owner: 'me', sort: 'title' });
});

test('the router reads and writes addresses as texts', () => {
  const { parseSearch, stringifySearch } = router.options;
  expect(parseSearch?.('?q="a phrase"&days=7')).toEqual({ q: '"a phrase"', days: '7' });
  expect(stringifySearch?.({ q: '"a phrase"', owner: undefined })).toBe('?q=%22a+phrase%22');
});
