import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { remoteCookieOf } from './remote-cookie.ts';

function cookieOf(header: string | undefined, isSecure: boolean) {
  const request = new IncomingMessage(new Socket());
  if (header !== undefined) request.headers.cookie = header;
  const response = new ServerResponse(request);
  return { cookie: remoteCookieOf(request, response, { isSecure }), response };
}

describe('the secret of a phone', () => {
  it('is stored where no script can read it and no other site can send it', () => {
    const { cookie, response } = cookieOf(undefined, false);
    cookie.keep('the-token');
    const [value, ...attributes] = String(response.getHeader('set-cookie')).split('; ');
    expect(value).toBe('lectern_remote=the-token');
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict']);
  });

  it('is a host-only cookie under https', () => {
    const { cookie, response } = cookieOf('lectern_remote=planted-by-a-sister-host', true);
    expect(cookie.token).toBeNull();
    cookie.keep('the-token');
    expect(response.getHeader('set-cookie')).toMatch(/^__Host-lectern_remote=the-token; .*; Secure$/);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['lectern_remote', null],
    ['xlectern_remote=a', null],
    ['lectern_session=a; lectern_remote=b', 'b'],
    ['lectern_remote=b;lectern_session=a', 'b'],
    ['lectern_remote=', ''],
    ['lectern_remote=a=b', 'a=b'],
  ])('is read from %j', (header, token) => {
    expect(cookieOf(header, false).cookie.token).toBe(token);
  });
});
