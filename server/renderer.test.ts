import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { renderingOf } from './renderer.ts';

const log = pino({ level: 'silent' });
const found = (env: NodeJS.ProcessEnv) => renderingOf(readConfig(env), 3000, log);

it('without a renderer there is none', () => {
  expect(found({ RENDERER_BROWSER: 'off' })).toBeNull();
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
])('a browser on this machine loads decks where the server listens: HOST=%s', async (host, origin) => {
  const rendering = found({ HOST: host, BASE_URL: 'https://decks.example', RENDERER_BROWSER: '/nowhere' });
  expect(rendering?.origin).toBe(origin);
  expect(await rendering?.networks()).toEqual(['loopback']);
});

it('a service loads decks from its own addresses, at the origin by which it reaches the server', async () => {
  const rendering = found({ RENDERER_URL: 'http://192.0.2.7:4000', RENDERER_PLAYBACK_ORIGIN: 'http://lectern:3000' });
  expect(rendering?.origin).toBe('http://lectern:3000');
  expect(await rendering?.networks()).toEqual(['192.0.2.0/24']);
  for (const name of ['RENDERER_URL', 'RENDERER_PLAYBACK_ORIGIN'])
    expect(() => readConfig({ [name]: 'http://192.0.2.7:4000' })).toThrow(ConfigError);
});
