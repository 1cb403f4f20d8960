import { describe, expect, it } from 'vitest';
import type { DeckTrust } from '#shared/playback.ts';
import { areFew, askedHosts } from './asked-hosts.ts';

const trust: DeckTrust = {
  network: 'ask',
  hosts: ['known.example'],
  isSettled: false,
  maySettle: false,
  slideSelector: null,
  requires: [],
  granted: null,
  sharedOrigin: false,
  sandbox: [],
};
const OWN = ['decks.example', 'play.example'];

describe('hosts that the user is asked about', () => {
  it('are hosts that the policy can block, each once, as browsers report them', () => {
    const reported = [
      'b.example',
      'a.example:8443',
      'b.example',
      'xn--bcher-kva.example',
      'known.example',
      'decks.example',
      'play.example',
    ];
    expect(askedHosts(reported, trust, OWN)).toEqual(['b.example', 'a.example:8443', 'xn--bcher-kva.example']);
  });

  it('exclude anything that no browser would report', () => {
    const reported = [
      '',
      'B.example',
      'bücher.example',
      'a.example/x',
      'a.example, safe',
      '*',
      "'self'",
      'a.example:443',
      '[::1]',
      'a\u202eb.example',
    ];
    expect(askedHosts(reported, trust, OWN)).toEqual([]);
  });

  it('are at most ten', () => {
    const reported = Array.from({ length: 50 }, (_, at) => `${at}.example`);
    expect(askedHosts(reported, trust, OWN)).toHaveLength(10);
  });

  it.each(['allow', 'block'] as const)('are none if the server setting is %s', (network) => {
    expect(askedHosts(['a.example'], { ...trust, network }, OWN)).toEqual([]);
  });
});

it('a deck can be allowed as many hosts as the server stores', () => {
  const hosts = (count: number, length: number) => Array.from({ length: count }, () => 'a'.repeat(length));
  expect([areFew(hosts(16, 31)), areFew(hosts(17, 5)), areFew(hosts(2, 251))]).toEqual([true, false, false]);
});
