import { pino } from 'pino';
import { expect, it } from 'vitest';
import { dispatcher } from '#server/http/dispatcher.ts';
import { aServer } from '#server/testing/a-server.ts';
import { exchange } from '#server/testing/exchange.ts';
import { playbackHandler } from './playback.handler.ts';

it('an error during the in-memory lookup gives one sandboxed response and does not stop the server', async () => {
  const play = playbackHandler({
    playback: {
      find: () => Promise.reject(new Error('it should not be asked')),
      findInMemory: () => {
        throw new TypeError('a fault of ours');
      },
    },
    blobs: { read: () => Promise.reject(new Error('unused')), pour: () => Promise.reject(new Error('unused')) },
    origins: { atHost: () => 'http://here' },
    clientOf: () => ({ network: '', platform: '' }),
    bridge: '',
  });
  const log = pino({ enabled: false });
  const address = await aServer(
    dispatcher({ app: () => undefined, play, playsOnly: () => false, log, watcher: null, traced: null }),
  );
  for (let twice = 0; twice < 2; twice += 1) {
    const { status, headers, text } = await exchange(address, { path: `/play/${'a'.repeat(43)}/x` });
    expect(status).toBe(500);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).not.toContain('fault of ours');
  }
});
