import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  'http://localhost:3000/remote#x',
  'http://127.0.0.1:3000',
  'http://127.8.9.1',
  'http://[::1]:3000',
  'http://a.localhost',
])('%s only works on the computer itself', (url) => expect(isLoopback(url)).toBe(true));

test.each(['http://192.168.1.5:3000', 'https://lectern.example', 'https://localhost.example', 'http://[fd00::1]:3000'])(
  '%s works elsewhere',
  (url) => expect(isLoopback(url)).toBe(false),
);
