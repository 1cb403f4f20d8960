import { describe, expect, it } from 'vitest';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { directivesOf, firstSlideAt, refusalIn, trustIn, Viewer } from './testing/viewer.ts';

const lectern = await aLectern();
const [owner, guest] = [await lectern.aUser(), await lectern.aUser()];
const viewer = new Viewer(lectern, { cookie: owner.cookie });
const other = new Viewer(lectern, { cookie: guest.cookie });

let decks = 0;
/** Creates a deck whose bytes no other deck has. */
const aDeck = async () => (await lectern.aDeck({ owner, visibility: 'team', title: `Deck ${(decks += 1)}` })).id;
const plays = async (address: string) => (await firstSlideAt(lectern, address)).status === 200;
const policyAt = async (address: string) => directivesOf(await firstSlideAt(lectern, address));

describe('what a deck may load from other hosts', () => {
  it('is nothing until its viewer has named the hosts', async () => {
    const id = await aDeck();
    const before = await viewer.open(id);
    expect(trustIn(await viewer.trust(id))).toEqual({
      network: 'ask',
      hosts: [],
      isSettled: false,
      maySettle: true,
      slideSelector: null,
      requires: [],
      granted: null,
      sharedOrigin: false,
      sandbox: ['allow-scripts'],
    });
    expect((await policyAt(before))['default-src']).toEqual([before, 'data:', 'blob:']);

    const answer = await viewer.setTrust(id, { hosts: ['fonts.example', 'cdn.example:8443', 'fonts.example'] });
    expect(trustIn(answer).hosts).toEqual(['cdn.example:8443', 'fonts.example']);
    const after = await viewer.open(id);
    const policy = await policyAt(after);
    const pages = [after, 'data:', 'blob:', 'http://cdn.example:8443', 'http://fonts.example'];
    expect(policy['default-src']).toEqual(pages);
    expect(policy['style-src']).toEqual([...pages, "'unsafe-inline'"]);
    expect(policy['script-src']).toEqual(expect.arrayContaining(pages));
    expect(policy['connect-src']).toEqual([...pages, 'ws://cdn.example:8443', 'ws://fonts.example']);
    expect(policy['worker-src']).toEqual([after, 'data:', 'blob:']);
    expect(policy['form-action']).toEqual(["'none'"]);
  });

  it('is limited to https where decks play over https', async () => {
    await using secure = await startLectern({ BASE_URL: 'https://decks.example' });
    const person = await secure.aUser();
    const theirs = new Viewer(secure, { cookie: person.cookie.replace('lectern_session', '__Host-lectern_session') });
    const { id } = await secure.aDeck({
      owner: { ...person, cookie: person.cookie.replace('lectern_session', '__Host-lectern_session') },
    });
    await theirs.setTrust(id, { hosts: ['fonts.example'] });
    const policy = directivesOf(await firstSlideAt(secure, await theirs.open(id)));
    expect(policy['default-src']?.slice(3)).toEqual(['https://fonts.example']);
    expect(policy['connect-src']?.slice(3)).toEqual(['https://fonts.example', 'wss://fonts.example']);
  });

  it('is the same for another deck with the same bytes, and does not apply to other users', async () => {
    const [first, again] = [
      await lectern.aDeck({ owner, title: 'Twins' }),
      await lectern.aDeck({ owner, title: 'Twins', visibility: 'team' }),
    ];
    expect(first.fingerprint).toBe(again.fingerprint);
    await viewer.setTrust(first.id, { hosts: ['fonts.example'] });
    expect(trustIn(await viewer.trust(again.id)).hosts).toEqual(['fonts.example']);
    expect(trustIn(await other.trust(again.id)).hosts).toEqual([]);
    expect((await policyAt(await other.open(again.id)))['default-src']).toHaveLength(3);
  });

  it('is nothing for a key, whatever its user has allowed', async () => {
    const id = await aDeck();
    await viewer.setTrust(id, { hosts: ['fonts.example'] });
    const { body } = await lectern.as(owner).post('/api/keys', { name: 'A script' });
    const script = new Viewer(lectern, { authorization: `Bearer ${(body as { key: string }).key}` });
    const address = await script.open(id);
    expect((await policyAt(address))['default-src']).toHaveLength(3);
    expect(refusalIn(await script.trust(id))).toBe('UNAUTHENTICATED');
  });

  it.each([
    'Fonts.example',
    'fonts.example/path',
    'https://fonts.example',
    '*.example',
    '*',
    'fonts.example:443',
    'fonts.example:0x50',
    'fonts.example:99999',
    "fonts.example; script-src 'unsafe-eval'",
    'fonts.example,evil.example',
    'fonts.example evil.example',
    'user@fonts.example',
    '127.1',
    '[::1]',
    'bücher.example',
    'fonts..example',
    'data:',
    "'self'",
    '',
    'a'.repeat(300),
  ])('cannot be %s', async (host) => {
    const id = await aDeck();
    expect(refusalIn(await viewer.setTrust(id, { hosts: ['fonts.example', host] }))).toBe('VALIDATION_FAILED');
    expect(trustIn(await viewer.trust(id)).hosts).toEqual([]);
  });

  it('has a limited number of hosts, and none of them is this service', async () => {
    const id = await aDeck();
    const named = (count: number, length: number) =>
      Array.from({ length: count }, (_, at) => `${String(at).padStart(length - 8, 'a')}.example`);
    expect((await viewer.setTrust(id, { hosts: named(16, 30) })).status).toBe(200);
    expect(refusalIn(await viewer.setTrust(id, { hosts: named(17, 20) }))).toBe('VALIDATION_FAILED');
    expect(refusalIn(await viewer.setTrust(id, { hosts: named(16, 60) }))).toBe('VALIDATION_FAILED');
    expect(refusalIn(await viewer.setTrust(id, { hosts: [new URL(lectern.address).host] }))).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['allow', ['https:'], ['https:', 'wss:']],
    ['block', [], []],
  ] as const)('is not asked for under DECK_NETWORK=%s', async (network, pages, connections) => {
    await using strict = await startLectern({ DECK_NETWORK: network });
    const person = await strict.aUser();
    const theirs = new Viewer(strict, { cookie: person.cookie });
    const { id } = await strict.aDeck({ owner: person });
    const address = await theirs.open(id);
    expect(trustIn(await theirs.setTrust(id, { hosts: ['fonts.example'] })).network).toBe(network);
    expect(await theirs.open(id)).toBe(address);
    const policy = directivesOf(await firstSlideAt(strict, address));
    expect(policy['default-src']).toEqual([address, 'data:', 'blob:', ...pages]);
    expect(policy['connect-src']).toEqual([address, 'data:', 'blob:', ...connections]);
    expect(policy['worker-src']).toEqual([address, 'data:', 'blob:']);
  });
});

describe('what an editor of the deck decides for everyone', () => {
  it('replaces the answers of viewers, until each viewer decides again', async () => {
    const id = await aDeck();
    await other.setTrust(id, { hosts: ['theirs.example'] });
    const before = await other.open(id);
    expect((await policyAt(before))['default-src']).toContain('http://theirs.example');

    const settled = trustIn(await viewer.settle(id, { hosts: ['fonts.example'] }));
    expect(settled).toMatchObject({ hosts: ['fonts.example'], isSettled: true, maySettle: true });
    expect(await plays(before)).toBe(false);
    expect((await policyAt(await other.open(id)))['default-src']?.slice(3)).toEqual(['http://fonts.example']);
    expect(trustIn(await other.trust(id))).toMatchObject({ hosts: ['fonts.example'], isSettled: true, maySettle: false });

    await viewer.settle(id, { hosts: [] });
    expect((await policyAt(await other.open(id)))['default-src']).toHaveLength(3);
    expect(trustIn(await other.trust(id))).toMatchObject({ hosts: [], isSettled: true });

    await viewer.settle(id, { hosts: null });
    expect(trustIn(await other.trust(id))).toMatchObject({ hosts: ['theirs.example'], isSettled: false });
    expect((await policyAt(await other.open(id)))['default-src']?.slice(3)).toEqual(['http://theirs.example']);
  });

  it('applies to API keys and to this deck only', async () => {
    const [first, again] = [
      await lectern.aDeck({ owner, title: 'Settled twins' }),
      await lectern.aDeck({ owner, title: 'Settled twins', visibility: 'team' }),
    ];
    await viewer.settle(first.id, { hosts: ['fonts.example'] });
    const { body } = await lectern.as(owner).post('/api/keys', { name: 'Another script' });
    const script = new Viewer(lectern, { authorization: `Bearer ${(body as { key: string }).key}` });
    expect((await policyAt(await script.open(first.id)))['default-src']?.slice(3)).toEqual(['http://fonts.example']);
    expect((await policyAt(await script.open(again.id)))['default-src']).toHaveLength(3);
  });

  it('is refused to others, and for hosts of this service or invalid ones', async () => {
    const id = await aDeck();
    expect(refusalIn(await other.settle(id, { hosts: ['fonts.example'] }))).toBe('FORBIDDEN');
    const own = new URL(lectern.address).host;
    for (const host of [own, '*', 'https://fonts.example'])
      expect(refusalIn(await viewer.settle(id, { hosts: [host] }))).toBe('VALIDATION_FAILED');
    expect(trustIn(await viewer.trust(id))).toMatchObject({ hosts: [], isSettled: false });
  });

  it('includes which elements are the slides', async () => {
    const id = await aDeck();
    const address = await other.open(id);
    await viewer.settle(id, { slideSelector: ' main > section ' });
    expect(trustIn(await other.trust(id))).toMatchObject({ slideSelector: 'main > section', isSettled: false });
    expect(await other.open(id)).toBe(address);
    await viewer.settle(id, { slideSelector: null });
    expect(trustIn(await other.trust(id)).slideSelector).toBeNull();
    expect(refusalIn(await viewer.settle(id, { slideSelector: 'a'.repeat(301) }))).toBe('VALIDATION_FAILED');
    expect(refusalIn(await other.settle(id, { slideSelector: 'p' }))).toBe('FORBIDDEN');
  });
});

describe('the address of a deck', () => {
  it('stays the same while the answer does, and changes with it', async () => {
    const id = await aDeck();
    const first = await viewer.open(id);
    await viewer.setTrust(id, { hosts: [], capabilities: [] });
    expect(await viewer.open(id)).toBe(first);
    await viewer.setTrust(id, { hosts: ['a.example', 'b.example'] });
    const second = await viewer.open(id);
    expect(second).not.toBe(first);
    await viewer.setTrust(id, { hosts: ['b.example', 'a.example'] });
    expect([await viewer.open(id), await viewer.open(id)]).toEqual([second, second]);
  });

  it('is revoked at once in every session of the user when the answer changes, and other users keep theirs', async () => {
    const id = await aDeck();
    const elsewhere = new Viewer(lectern, { cookie: (await lectern.aSessionOf(owner)).cookie });
    const [mine, alsoMine, theirs] = [await viewer.open(id), await elsewhere.open(id), await other.open(id)];
    expect([await plays(mine), await plays(alsoMine), await plays(theirs)]).toEqual([true, true, true]);
    await viewer.setTrust(id, { hosts: ['fonts.example'] });
    expect([await plays(mine), await plays(alsoMine), await plays(theirs)]).toEqual([false, false, true]);
    const allowed = await elsewhere.open(id);
    expect(await plays(allowed)).toBe(true);
    await viewer.setTrust(id, { hosts: [] });
    expect(await plays(allowed)).toBe(false);
  });

  it('is revoked at once on other instances as well', async () => {
    const { database, dataDir } = lectern;
    await using second = await startLectern({ DATABASE_URL: database.url, DATA_DIR: dataDir, BASE_URL: lectern.address });
    const id = await aDeck();
    const address = await viewer.open(id);
    expect((await firstSlideAt(second, address)).status).toBe(200);
    await viewer.setTrust(id, { hosts: ['fonts.example'] });
    await expect.poll(async () => (await firstSlideAt(second, address)).status, { interval: 10 }).toBe(404);
    expect((await firstSlideAt(second, await viewer.open(id))).status).toBe(200);
  });
});

describe('the capabilities that a deck requires', () => {
  it('are granted as required, and windows only where decks play at the application’s address', async () => {
    const all = ['window-open', 'same-origin-storage', 'broadcast-channel'] as const;
    const { id } = await lectern.aDeck({ owner, requires: all });
    expect(trustIn(await viewer.trust(id))).toMatchObject({
      requires: ['window-open'],
      granted: null,
      sandbox: ['allow-scripts'],
    });
    const trust = trustIn(await viewer.setTrust(id, { capabilities: all }));
    expect(trust.sandbox).toEqual(['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox']);
    expect((await policyAt(await viewer.open(id)))['sandbox']).toEqual(trust.sandbox);
    expect(trustIn(await viewer.setTrust(id, { capabilities: [] }))).toMatchObject({ granted: [], sandbox: ['allow-scripts'] });
  });

  it('limit what can be granted', async () => {
    const id = await aDeck();
    expect(trustIn(await viewer.setTrust(id, { capabilities: ['window-open'] }))).toMatchObject({
      granted: [],
      sandbox: ['allow-scripts'],
    });
    expect(refusalIn(await viewer.setTrust(id, { capabilities: ['allow-same-origin'] }))).toBe('VALIDATION_FAILED');
  });

  it('can be answered only by readers', async () => {
    const { id } = await lectern.aDeck({ owner, title: 'Private' });
    expect(refusalIn(await other.trust(id))).toBe('DECK_NOT_FOUND');
    expect(refusalIn(await other.setTrust(id, { hosts: ['fonts.example'] }))).toBe('DECK_NOT_FOUND');
  });
});
