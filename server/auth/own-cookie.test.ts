import { expect, it } from 'vitest';
import { OwnCookie } from './own-cookie.ts';

const wish = { name: 'lectern_kept', path: '/', seconds: 60 };

it('a cookie is hidden from scripts, and over https neither plain http nor another host can set it', () => {
  expect(new OwnCookie({ ...wish, isSecure: false }).write('a')).toBe(
    'lectern_kept=a; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  );
  expect(new OwnCookie({ ...wish, isSecure: true, sameSite: 'Strict' }).write('a')).toBe(
    '__Host-lectern_kept=a; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure',
  );
  expect(new OwnCookie({ ...wish, path: '/api', isSecure: true }).clear()).toBe(
    '__Secure-lectern_kept=; Max-Age=0; Path=/api; HttpOnly; SameSite=Lax; Secure',
  );
});

it('over https, a cookie without the prefix is not read', () => {
  const cookie = new OwnCookie({ ...wish, isSecure: true });
  expect(cookie.read('lectern_kept=planted')).toBeNull();
  expect(cookie.read('other=1; __Host-lectern_kept=own')).toBe('own');
});
