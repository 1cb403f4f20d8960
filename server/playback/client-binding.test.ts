import { describe, expect, it } from 'vitest';
import { admits, boundTo, clientOf } from './client-binding.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';

describe('the platform of a client', () => {
  it.each([
    ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'windows-blink'],
    ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/156.0.0.0`, 'windows-blink'],
    ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'windows-gecko'],
    ['Chrome on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}`, 'apple-blink'],
    ['Safari on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, 'apple-webkit'],
    ['media in Safari', 'AppleCoreMedia/1.0.0.20G75 (Macintosh; U; Intel Mac OS X 13_5_2; en_us)', 'apple-webkit'],
    ['media on an iPad', 'AppleCoreMedia/1.0.0.21A329 (iPad; U; CPU OS 17_0 like Mac OS X; en_us)', 'apple-webkit'],
    [
      'Chrome on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
      'apple-webkit',
    ],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, 'linux-blink'],
    ['the same, which asks for pages of computers', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, 'linux-blink'],
    ['Chrome OS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'linux-blink'],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'linux-gecko'],
    ['curl', 'curl/8.5.0', 'other-other'],
    ['no one', undefined, 'other-other'],
  ])('of %s', (_, userAgent, platform) => {
    expect(clientOf('192.0.2.0/24', userAgent).platform).toBe(platform);
  });
});

describe('a grant', () => {
  const office = clientOf('192.0.2.0/24', CHROME);
  const elsewhere = clientOf('198.51.100.0/24', CHROME);
  const otherBrowser = clientOf('192.0.2.0/24', SAFARI);

  it('of a session admits the pairs of network and platform that asked', () => {
    const clients = [boundTo({ kind: 'session' }, office), boundTo({ kind: 'session' }, clientOf('198.51.100.0/24', SAFARI))];
    expect(admits(clients, office)).toBe(true);
    expect(admits(clients, elsewhere)).toBe(false);
    expect(admits(clients, otherBrowser)).toBe(false);
    expect(admits([], office)).toBe(false);
  });

  it('of a key admits every platform in the network that asked', () => {
    const clients = [boundTo({ kind: 'key' }, office)];
    expect([office, elsewhere, otherBrowser].map((client) => admits(clients, client))).toEqual([true, false, true]);
  });
});
