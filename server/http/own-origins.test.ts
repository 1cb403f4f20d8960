import { describe, expect, it } from 'vitest';
import { OwnOrigins } from './own-origins.ts';

describe('a server without BASE_URL', () => {
  let addresses = ['192.168.1.5'];
  const own = new OwnOrigins(null, 3000, { lanAddresses: () => addresses });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://192.168.1.5:3000'])(
    'is at %s',
    (origin) => {
      expect(own.has(origin)).toBe(true);
      expect(own.ofHost(new URL(origin).host)).toBe(origin);
      expect(own.isHost(new URL(origin).host)).toBe(true);
    },
  );

  it.each(['http://192.168.1.5', 'https://192.168.1.5:3000', 'http://192.168.1.6:3000', 'http://192.168.1.5.evil.example:3000'])(
    'is not at %s',
    (origin) => expect(own.has(origin)).toBe(false),
  );

  it('knows the addresses of the network that the machine is in now', () => {
    addresses = ['10.0.0.9'];
    expect(own.has('http://192.168.1.5:3000')).toBe(false);
    expect(own.inNetwork).toEqual(['http://10.0.0.9:3000']);
  });
});

it('a server with BASE_URL is there alone', () => {
  const own = new OwnOrigins('https://decks.example', 3000, { lanAddresses: () => ['192.168.1.5'] });
  expect(own.all).toEqual(['https://decks.example']);
  expect(own.inNetwork).toEqual([]);
});
