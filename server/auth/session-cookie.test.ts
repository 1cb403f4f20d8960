import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sessionTokenOf } from './session-cookie.ts';

const NAME = 'lectern_session';
const SECRET = 'a secret of the tests';
const signatureOf = (token: string, secret = SECRET) => createHmac('sha256', secret).update(token).digest('base64');
const cookieOf = (token: string, signature = signatureOf(token)) => `${NAME}=${encodeURIComponent(`${token}.${signature}`)}`;
const tokenIn = (header: string) => sessionTokenOf(header, NAME, SECRET);

describe('the session cookie', () => {
  it('contains the token, alone or among other cookies', () => {
    expect(tokenIn(cookieOf('abc'))).toBe('abc');
    expect(tokenIn(`x=1;  ${cookieOf('abc')}; ${NAME}_2=y`)).toBe('abc');
    expect(tokenIn(cookieOf('a.b'))).toBe('a.b');
  });

  it.each([
    ['nothing', ''],
    ['another name', cookieOf('abc').replace(NAME, 'other')],
    ['a name with the same ending', `x${cookieOf('abc')}`],
    ['no signature', `${NAME}=abc`],
    ['an empty one', cookieOf('abc', '')],
    ['another secret', cookieOf('abc', signatureOf('abc', 'another'))],
    ['the signature of another token', cookieOf('abc', signatureOf('abd'))],
    ['a signature with extra characters', cookieOf('abc', `${signatureOf('abc').slice(0, -1)}AAAA`)],
    ['an empty token', cookieOf('')],
    ['broken escapes', `${NAME}=abc%`],
  ])('contains no token with %s', (_, header) => {
    expect(tokenIn(header)).toBeNull();
  });
});
