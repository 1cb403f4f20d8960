import { describe, expect, it } from 'vitest';
import { OwnOrigins } from '#server/http/own-origins.ts';
import { aLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { PlaybackOrigins } from './playback-origins.ts';
import { directivesOf, firstSlideAt, refusalIn, trustIn, Viewer } from './testing/viewer.ts';

const APPLICATION = 'http://decks.example';
const shared = await aLectern({ BASE_URL: APPLICATION, PLAYBACK_ORIGIN: 'http://play.example:8080' });
const perDeck = await aLectern({ BASE_URL: APPLICATION, PLAYBACK_ORIGIN: 'http://{deck}.play.example' });

async function aStorageDeck(lectern: TestLectern, title: string) {
  const owner = await lectern.aUser();
  const { id } = await lectern.aDeck({ owner, title, requires: ['same-origin-storage'] });
  return { id, viewer: new Viewer(lectern, { cookie: owner.cookie }) };
}

describe.each([
  ['one origin for all decks', shared, /^http:\/\/play\.example:8080\/play\/[\w-]{43}\/$/],
  ['an origin for each deck', perDeck, /^http:\/\/[0-9a-f]{32}\.play\.example\/play\/[\w-]{43}\/$/],
])('%s', (_, lectern, form) => {
  it('is where addresses lead, and the only host where they work', async () => {
    const { id, viewer } = await aStorageDeck(lectern, 'One');
    const address = await viewer.open(id);
    expect(address).toMatch(form);
    const slide = await firstSlideAt(lectern, address);
    expect(slide.status).toBe(200);
    const bridge = new URL('/play/bridge.js', address);
    expect(slide.text).toContain(`<script src="${bridge.href}"></script>`);
    expect(directivesOf(slide)['script-src']).toEqual(expect.arrayContaining([address, bridge.href]));
    expect((await lectern.as(null).get(bridge.pathname, { host: bridge.host })).text).toBe('"the bridge";');
    for (const host of ['decks.example', 'localhost', 'evil.example', 'play.example.evil.example', 'x.y.play.example'])
      expectRefusal(await firstSlideAt(lectern, address, { host }), 'NOT_FOUND');
    expectRefusal(await lectern.as(null).get(bridge.pathname, { host: 'decks.example' }), 'NOT_FOUND');
  });

  it('serves nothing else: no pages, no API, no cookies', async () => {
    const { id, viewer } = await aStorageDeck(lectern, 'Two');
    const { host } = new URL(await viewer.open(id));
    for (const path of ['/', '/index.html', '/api/health', '/api/decks', '/assets/x.js', '/robots.txt', '/playx', '/PLAY/x/y']) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const answer = await lectern.send({ method, path, headers: { host } });
        expect([path, [404, 405].includes(answer.status)]).toEqual([path, true]);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      }
    }
    const signIn = await lectern.as(null).post('/api/auth/sign-in/email', {}, { host, 'sec-fetch-site': 'same-origin' });
    expectRefusal(signIn, 'METHOD_NOT_ALLOWED');
  });

  it('lets a deck have an origin after its viewer agreed, in the frame and opened directly', async () => {
    const { id, viewer } = await aStorageDeck(lectern, 'Three');
    const before = await viewer.open(id);
    expect(trustIn(await viewer.trust(id))).toMatchObject({
      requires: ['same-origin-storage'],
      granted: null,
      sharedOrigin: lectern === shared,
      sandbox: ['allow-scripts'],
    });
    expect(directivesOf(await firstSlideAt(lectern, before))['sandbox']).toEqual(['allow-scripts']);
    const granted = trustIn(await viewer.setTrust(id, { capabilities: ['same-origin-storage'] }));
    expect(granted.sandbox).toEqual(['allow-scripts', 'allow-same-origin']);
    const after = await viewer.open(id);
    expect(directivesOf(await firstSlideAt(lectern, after))['sandbox']).toEqual(granted.sandbox);
    expect((await firstSlideAt(lectern, before)).status).toBe(404);
    // A service worker would stay active at that origin.
    expectRefusal(await firstSlideAt(lectern, after, { 'service-worker': 'script' }), 'NOT_FOUND');
  });

  it('cannot be allowed as a host for decks, and neither can the application', async () => {
    const { id, viewer } = await aStorageDeck(lectern, 'Four');
    for (const host of ['decks.example', new URL(await viewer.open(id)).host])
      expect(refusalIn(await viewer.setTrust(id, { hosts: [host] }))).toBe('VALIDATION_FAILED');
  });

  it('is in the frame-src of the application’s pages', async () => {
    const { 'frame-src': frames } = directivesOf(await lectern.as(null).get('/', { host: 'decks.example' }));
    expect(frames).toEqual([lectern === shared ? 'http://play.example:8080/play/' : 'http://*.play.example/play/']);
  });
});

it("a deck does not play at another deck's origin", async () => {
  const [one, two] = [await aStorageDeck(perDeck, 'Here'), await aStorageDeck(perDeck, 'There')];
  const [mine, theirs] = [await one.viewer.open(one.id), await two.viewer.open(two.id)];
  expect(new URL(mine).host).not.toBe(new URL(theirs).host);
  expectRefusal(await firstSlideAt(perDeck, mine, { host: new URL(theirs).host }), 'NOT_FOUND');
  expect((await firstSlideAt(perDeck, mine, { host: new URL(mine).host.toUpperCase() })).status).toBe(200);
});

it('a loopback address at which decks play no longer belongs to the application', () => {
  const own = new OwnOrigins(null, 3000, { playback: 'http://127.0.0.1:3000' });
  const origins = new PlaybackOrigins('http://127.0.0.1:3000', own);
  expect([own.has('http://127.0.0.1:3000'), own.has('http://[::1]:3000')]).toEqual([false, true]);
  expect([origins.isReserved('127.0.0.1:3000'), origins.isReserved('localhost:3000')]).toEqual([true, false]);
});

describe('the host names of decks', () => {
  const own = {
    all: ['https://x.example.net'],
    ofHost: () => 'https://x.example.net',
    isHost: (host?: string) => host === 'x.example.net',
  };

  it('are valid DNS labels, stable for a deck, and may have a prefix and suffix', () => {
    const origins = new PlaybackOrigins('https://deck-{deck}-x.example.net', own);
    expect(origins.of('A deck')).toMatch(/^https:\/\/deck-[0-9a-f]{32}-x\.example\.net$/);
    expect(origins.of('A deck')).toBe(origins.of('A deck'));
    expect(origins.of('A deck')).not.toBe(origins.of('a deck'));
    expect(origins.sources).toEqual(['https://*.example.net/play/']);
  });

  it('are all names of that domain, except the application', () => {
    const origins = new PlaybackOrigins('https://{deck}.example.net', own);
    expect(origins.atHost('x.example.net')).toBeNull();
    expect(origins.atHost('www.example.net')).toBe('https://www.example.net');
    for (const host of [undefined, '', '.example.net', 'a.b.example.net', 'example.net', 'wwwxexample.net', 'www.example.net:81'])
      expect(origins.atHost(host)).toBeNull();
  });
});
