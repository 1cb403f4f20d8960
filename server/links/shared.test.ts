import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { expectSince } from '#server/testing/moments.ts';
import { sharedDeckSchema } from '#shared/shared-decks.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const owner = await lectern.aUser();
const api = lectern.as(owner);
const SLIDE = 'slides/1.html';

/** The first answer that is not a success, for notices to another instance. */
function eventuallyGone(ask: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await ask();
    return answer.status === 200 ? null : answer;
  });
}

async function aShared(wish: object = {}) {
  const deck = await lectern.aDeck({ owner });
  const link = await aLink(lectern, owner, deck.id, wish);
  const change = (to: object) => api.patch(`/api/decks/${deck.id}/links/${link.id}`, to);
  return { deck, link, change, visitor: new Visitor(lectern, link), path: `/api/decks/${deck.id}/links/${link.id}` };
}

describe('a visitor with a link', () => {
  it('sees the deck, and no id of a person, a deck or a link', async () => {
    const { deck, link, visitor } = await aShared({ name: 'Secret customer' });
    const answer = await visitor.get();
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([200, 'no-store', undefined]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const shared = sharedDeckSchema.parse(answer.body);
    expect(shared).toMatchObject({
      deck: { title: deck.title, slideCount: deck.slideCount, versionId: deck.currentVersionId },
      owner: { name: deck.owner.name },
      allowDownload: false,
      askFor: 'nothing',
      expiresAt: null,
      live: false,
    });
    expect(shared.deck.slides).toEqual(
      deck.manifest.slides.map(({ label, file, thumbnail }, index) => ({ index, title: label, file, thumbnail })),
    );
    for (const secret of [deck.id, link.id, owner.id, owner.email, 'Secret customer']) expect(answer.text).not.toContain(secret);
  });

  it('plays the deck at an address of their network, for as long as the link works', async () => {
    const since = Date.now();
    const { visitor, change } = await aShared({ expiresAt: new Date(since + 3_600_000).toISOString() });
    const answer = await visitor.get('/playback');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { expiresAt } = answer.body as { expiresAt: string };
    expectSince(since, expiresAt, 3_600_000);
    const base = await visitor.open();
    expect(await visitor.open()).toBe(base);
    const slide = await visitor.play(base + SLIDE);
    expect([slide.status, slide.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(slide.headers['content-security-policy']).toMatch(/^sandbox allow-scripts;/);
    const elsewhere = new Visitor(lectern, { url: `/${visitor.token}` }, '203.0.113.9');
    expect((await elsewhere.play(base + SLIDE)).status).toBe(404);
    expect(await elsewhere.open()).not.toBe(base);
    await change({ paused: true });
    expect((await visitor.play(base + SLIDE)).status).toBe(404);
  });

  it('is let in whatever credentials of the service they send', async () => {
    const { visitor } = await aShared();
    for (const authorization of ['Bearer lectern_nothing', 'Bearer', 'Basic eDp5', 'Link nothing', 'Link'])
      expect((await visitor.get('', { authorization })).status).toBe(200);
    expect((await visitor.get('', { cookie: 'lectern_session=nobody' })).status).toBe(200);
  });

  it('plays only what an editor has allowed for everyone', async () => {
    const { deck, visitor } = await aShared();
    const policy = async () => String((await visitor.play((await visitor.open()) + SLIDE)).headers['content-security-policy']);
    await api.post('/api/trpc/playback.setTrust', { id: deck.id, hosts: ['mine.example'] });
    expect(await policy()).not.toContain('mine.example');
    const before = await visitor.open();
    await api.post('/api/trpc/playback.settle', { id: deck.id, hosts: ['all.example'] });
    expect((await visitor.play(before + SLIDE)).status).toBe(404);
    expect(await policy()).toContain('http://all.example');
  });
});

describe('a token', () => {
  it('cannot be guessed, nor written in another way', async () => {
    const { visitor, link } = await aShared();
    const id = Buffer.from(link.id.replaceAll('-', ''), 'hex');
    const guesses = [
      'x',
      link.id,
      randomBytes(32).toString('base64url'),
      Buffer.concat([id, randomBytes(16)]).toString('base64url'),
      Buffer.concat([id, Buffer.alloc(16)]).toString('base64url'),
      `${visitor.token}=`,
      `${visitor.token}A`,
      visitor.token.toUpperCase(),
      `%20${visitor.token}`,
      // The last character of 43 has two bits that no byte uses.
      visitor.token.slice(0, -1) + String.fromCodePoint((visitor.token.codePointAt(42) ?? 0) + 1),
    ];
    for (const guess of guesses) expectRefusal(await lectern.as(null).get(`/api/shared/${guess}`), 'LINK_NOT_FOUND');
    expectRefusal(await lectern.as(null).get(`/api/shared/${'x'.repeat(129)}`), 'VALIDATION_FAILED');
  });

  it('of another server with another secret is not known', async () => {
    const { visitor, link } = await aShared();
    const id = Buffer.from(link.id.replaceAll('-', ''), 'hex').toString('base64url').slice(0, 21);
    expect(visitor.token.startsWith(id)).toBe(true);
    await using other = await startLectern({
      DATABASE_URL: lectern.database.url,
      AUTH_SECRET: 'another secret of the tests, also long enough',
    });
    expectRefusal(await other.as(null).get(`/api/shared/${visitor.token}`), 'LINK_NOT_FOUND');
  });
});

const PATHS = ['', '/playback'];

/** That each of its ends is an end of everything: `rest/ended-links.test.ts`. */
describe('a link that has ended', () => {
  it('works again when it is continued, or its deck comes back from the trash', async () => {
    const { deck, visitor, change } = await aShared();
    const base = await visitor.open();
    await change({ paused: true });
    await change({ paused: false });
    expect((await visitor.get()).status).toBe(200);
    expect((await visitor.play(base + SLIDE)).status).toBe(200);
    await api.delete(`/api/decks/${deck.id}`);
    await api.post(`/api/trash/${deck.id}/restore`);
    expect((await visitor.get()).status).toBe(200);
    // Its address ended with the deck, and is made again when it is asked for.
    expect((await visitor.play(base + SLIDE)).status).toBe(404);
    expect((await visitor.play((await visitor.open()) + SLIDE)).status).toBe(200);
  });

  it('plays no longer than until it expires, even if no one says so', async ({ onTestFinished }) => {
    const until = Date.now() + 3_600_000;
    const { visitor } = await aShared({ expiresAt: new Date(until).toISOString() });
    const base = await visitor.open();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: until - 1 });
    expect((await visitor.play(base + SLIDE)).status).toBe(200);
    vi.setSystemTime(until);
    expect((await visitor.play(base + SLIDE)).status).toBe(404);
    expectRefusal(await visitor.get(), 'LINK_EXPIRED');
  });
});

describe('the version that a link shows', () => {
  const replace = async (id: string, title: string) =>
    (await api.send('POST', `/api/decks/${id}/versions`, anUpload(await aPackage({ title })))).body as {
      currentVersionId: string;
    };

  it('is the current one: the address of the one before ends', async () => {
    const { deck, visitor } = await aShared();
    const base = await visitor.open();
    const { currentVersionId } = await replace(deck.id, 'Corrected');
    expect(await visitor.get()).toMatchObject({ body: { deck: { versionId: currentVersionId } } });
    expect((await eventuallyGone(() => visitor.play(base + SLIDE))).status).toBe(404);
    expect((await visitor.play((await visitor.open()) + SLIDE)).status).toBe(200);
  });

  it('is the one it was pinned to', async () => {
    const { deck, visitor, change } = await aShared();
    await change({ versionId: deck.currentVersionId });
    const base = await visitor.open();
    const { currentVersionId } = await replace(deck.id, 'Corrected');
    expect(await visitor.get()).toMatchObject({ body: { deck: { versionId: deck.currentVersionId } } });
    expect((await visitor.play(base + SLIDE)).status).toBe(200);
    await change({ versionId: currentVersionId });
    expect((await visitor.play(base + SLIDE)).status).toBe(404);
  });
});

describe('a link with a password', () => {
  it('shows nothing of the deck without it', async () => {
    const { deck, visitor } = await aShared({ password: 'open sesame' });
    for (const path of PATHS) {
      const answer = await visitor.get(path);
      expectRefusal(answer, 'PASSWORD_REQUIRED');
      for (const secret of [deck.title, deck.owner.name]) expect(answer.text).not.toContain(secret);
    }
    const answer = await visitor.unlock('open sesame');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    for (const path of PATHS) expect((await visitor.get(path)).status).toBe(200);
  });

  it('accepts a grant for itself alone, unchanged and in time', async () => {
    const [one, other] = [await aShared({ password: 'open sesame' }), await aShared({ password: 'open sesame' })];
    await one.visitor.unlock('open sesame');
    const grant = one.visitor.grant ?? '';
    const later = grant.replace(/^\d+/, (expires) => String(Number(expires) + 1));
    for (const bad of [later, grant.slice(1), `${grant}x`, grant.replace(/^\d+/, '1'), 'x'.repeat(300)]) {
      one.visitor.grant = bad;
      expectRefusal(await one.visitor.get(), 'PASSWORD_REQUIRED');
    }
    other.visitor.grant = grant;
    expectRefusal(await other.visitor.get(), 'PASSWORD_REQUIRED');
  });

  it('ends what was opened with an earlier password', async () => {
    const { visitor, change } = await aShared({ password: 'open sesame' });
    await visitor.unlock('open sesame');
    const base = await visitor.open();
    await change({ password: 'another word' });
    expectRefusal(await visitor.get(), 'PASSWORD_REQUIRED');
    expect((await visitor.play(base + SLIDE)).status).toBe(404);
    expectRefusal(await visitor.unlock('open sesame'), 'WRONG_PASSWORD');
    await visitor.unlock('another word');
    expect(await visitor.open()).not.toBe(base);
    expect((await visitor.play(base + SLIDE)).status).toBe(404);
    // The same password again is a change, too.
    const before = visitor.grant;
    await change({ password: 'another word' });
    expect(visitor.grant).toBe(before);
    expectRefusal(await visitor.get(), 'PASSWORD_REQUIRED');
  });

  it('cannot be guessed, neither from one network nor from many', async () => {
    const { visitor, link } = await aShared({ password: 'open sesame' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await visitor.unlock(`guess ${guess}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
    const answer = await visitor.unlock('open sesame');
    expectRefusal(answer, 'RATE_LIMITED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // From elsewhere the right password still works, until too many networks have guessed.
    expect((await new Visitor(lectern, link).unlock('open sesame')).status).toBe(200);
    await sql`update rate_limits set points = 60 where key like 'unlock-everywhere:%'`;
    const many = await new Visitor(lectern, link).unlock('guess from yet another network');
    expectRefusal(many, 'RATE_LIMITED');
  });

  it('lets a crowd in that knows it, and counts no guess', async () => {
    const { link } = await aShared({ password: 'open sesame' });
    const crowd = Array.from({ length: 40 }, () => new Visitor(lectern, link));
    const answers = await Promise.all(crowd.map((each) => each.unlock('open sesame')));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(40).fill(200));
    const key = `unlock-everywhere:${createHash('sha256').update(link.id).digest('base64url')}`;
    expect(await sql`select points from rate_limits where key = ${key}`).toEqual([{ points: 0 }]);
  });
});
