import { expect, test } from 'vitest';
import { readSignInSearch } from './sign-in-search.ts';

test('leads back into the application', () => expect(readSignInSearch({ to: '/decks/1/7' })).toEqual({ to: '/decks/1/7' }));

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', 7])(
  '%j leads nowhere',
  (to) => {
    expect(readSignInSearch({ to })).toEqual({});
  },
);
