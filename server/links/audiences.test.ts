import { describe, expect, it } from 'vitest';
import { OldTalksRepo } from '#server/talks/old-talks.repo.ts';
import { procedures, Stage, at, dataOf, expectRefused } from '#server/talks/testing/stage.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { audienceListSchema, audienceSchema } from '#shared/audiences.ts';
import { type Talk, talkSchema } from '#shared/talks.ts';
import { open } from './testing/visitor-events.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const stage = new Stage(lectern);

async function aDeckWithLink(wish: object = {}) {
  const presenter = await lectern.aUser({ name: 'Petra' });
  const deck = await lectern.aDeck({ owner: presenter, title: 'Figures', slides: 3, visibility: 'team' });
  const link = await aLink(lectern, presenter, deck.id, wish);
  const target = { id: deck.id, linkId: link.id };
  const call = (name: string, input: object = target) => procedures(lectern, presenter).call(name, input);
  return { presenter, deck, link, target, call, visitor: new Visitor(lectern, link) };
}

/** A talk that is open to a link. */
async function anOpenTalk(wish: object = {}) {
  const scene = await aDeckWithLink(wish);
  dataOf(await scene.call('audiences.open'));
  const talk = await stage.aTalk(scene.presenter, scene.deck);
  return { ...scene, talk };
}

const told = (talk: object, live = true) => ({ name: 'talk', data: { live, talk: expect.objectContaining(talk) } });
const draw = (presenter: TestUser, deckId: string, change: object) =>
  lectern.as(presenter).post(`/api/decks/${deckId}/annotations/0/strokes`, change);

describe('a link that is open for an audience', () => {
  it('is listed with the presenter and the time of the talk, until it is closed', async () => {
    const { presenter, target, link, call } = await aDeckWithLink();
    const list = async () =>
      audienceListSchema.parse(dataOf(await procedures(lectern, presenter).ask('audiences.list', { id: target.id }))).items;
    expect(await list()).toEqual([]);
    const opened = audienceSchema.parse(dataOf(await call('audiences.open')));
    expect(opened).toEqual({
      linkId: link.id,
      url: link.url,
      shortUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/t\/[2-9a-z]{4}-[2-9a-z]{4}$/),
      presenter: { id: presenter.id, name: 'Petra' },
      beginsAt: null,
    });
    dataOf(await call('audiences.open', { ...target, beginsAt: '2026-01-31T09:30:00Z' }));
    expect(await list()).toEqual([{ ...opened, beginsAt: '2026-01-31T09:30:00.000Z' }]);
    dataOf(await call('audiences.close'));
    expect(await list()).toEqual([]);
    expectRefused(await call('audiences.close'), 'LINK_NOT_FOUND');
  });

  it('must be one of the deck', async () => {
    const { deck, call } = await aDeckWithLink();
    const { link } = await aDeckWithLink();
    for (const name of ['audiences.open', 'audiences.close'])
      expectRefused(await call(name, { id: deck.id, linkId: link.id }), 'LINK_NOT_FOUND');
  });

  it('lets visitors wait for the talk, follow it and learn of its end', async () => {
    const { presenter, deck, target, call, visitor } = await aDeckWithLink();
    dataOf(await call('audiences.open', { ...target, beginsAt: '2026-01-31T09:30:00Z' }));
    const next = await open(lectern, visitor);
    const waiting = { state: 'waiting', presenter: 'Petra', beginsAt: '2026-01-31T09:30:00.000Z' };
    expect(await next()).toEqual({ name: 'talk', data: { live: false, talk: waiting } });
    expect((await visitor.get()).body).toMatchObject({ live: false });

    const talk = await stage.aTalk(presenter, deck);
    expect(await next()).toEqual(told({ state: 'live', presenter: 'Petra', place: at(0), blank: null }));
    expect((await visitor.get()).body).toMatchObject({ live: true });
    await stage.move(presenter, talk, { place: at(2, 1) });
    expect(await next()).toEqual(told({ place: at(2, 1) }));
    await stage.move(presenter, talk, { blank: 'black' });
    expect(await next()).toEqual(told({ place: at(2, 1), blank: 'black' }));

    // Someone who comes late gets the state at once.
    const late = await open(lectern, new Visitor(lectern, { url: `/s/${visitor.token}` }));
    expect(await late()).toEqual(told({ state: 'live', place: at(2, 1), blank: 'black' }));

    dataOf(await call('talks.end', { talkId: talk.id }));
    for (const each of [next, late]) expect(await each()).toEqual(told({ state: 'over' }, false));
    dataOf(await call('audiences.close'));
    for (const each of [next, late]) expect(await each()).toEqual({ name: 'talk', data: { live: false, talk: null } });
  });

  it('has a short address, in any case and without hyphens, until it is closed', async () => {
    const { link, call } = await aDeckWithLink();
    const { shortUrl } = audienceSchema.parse(dataOf(await call('audiences.open')));
    const { pathname } = new URL(shortUrl);
    const headers = { 'x-forwarded-for': aClientAddress() };
    const leadsTo = async (path: string) => (await lectern.as(null).get(path, headers)).headers.location;
    for (const path of [pathname, `/t/${pathname.slice(3).toUpperCase().replaceAll('-', '')}`])
      expect(await leadsTo(path)).toBe(new URL(link.url).pathname);
    // The code stays the same if the link is opened again.
    expect(audienceSchema.parse(dataOf(await call('audiences.open'))).shortUrl).toBe(shortUrl);
    dataOf(await call('audiences.close'));
    for (const path of [pathname, '/t/x', '/t/0000-0000', `/t/${'a'.repeat(500)}`]) expect(await leadsTo(path)).toBe('/s/-');
  });

  it('has a short address that cannot be guessed: 30 wrong ones a minute from one network, and none after that', async () => {
    const { call } = await aDeckWithLink();
    const { pathname } = new URL(audienceSchema.parse(dataOf(await call('audiences.open'))).shortUrl);
    const guess = (path: string, headers: object) => lectern.as(null).get(path, { ...headers });
    const guesser = { 'x-forwarded-for': aClientAddress() };
    for (let nth = 0; nth < 30; nth += 1) expect((await guess('/t/2222-2222', guesser)).status).toBe(302);
    expectRefusal(await guess(pathname, guesser), 'RATE_LIMITED');
    expect((await guess(pathname, { 'x-forwarded-for': aClientAddress() })).status).toBe(302);
  });

  it('tells no ids of people and decks', async () => {
    const { presenter, deck, talk, visitor } = await anOpenTalk({ showDrawings: true });
    const next = await open(lectern, visitor);
    const first = await next();
    await draw(presenter, deck.id, { add: [{ id: 'a', tool: 'pen', color: '#000', width: 2, points: [[1, 2]] }] });
    const text = JSON.stringify([first, await next()]);
    expect(text).toContain('Petra');
    for (const id of [presenter.id, deck.id]) expect(text).not.toContain(id);
    expect(text).not.toContain(talk.movedBy);
  });

  it('forwards the laser pointer of its talk, and none of other talks', async () => {
    const { presenter, deck, talk, visitor } = await anOpenTalk();
    const next = await open(lectern, visitor);
    expect(await next()).toEqual(told({ state: 'live' }));
    const other = await lectern.aUser();
    const theirs = await stage.aTalk(other, deck);
    const point = (who: TestUser, { id }: Talk, x: number) =>
      procedures(lectern, who).call('talks.pointLaser', { talkId: id, dot: { x, y: 0.5 } });
    dataOf(await point(other, theirs, 0.1));
    dataOf(await point(presenter, talk, 0.2));
    expect(await next()).toEqual({ name: 'talk', data: { live: true, laser: { x: 0.2, y: 0.5 } } });
  });

  it('forwards what is drawn and erased during the talk, if the link shows drawings', async () => {
    const { presenter, deck, target, talk, visitor } = await anOpenTalk({ showDrawings: true });
    const next = await open(lectern, visitor);
    expect(await next()).toEqual(told({ state: 'live' }));
    const stroke = { id: 'a', tool: 'pen', color: '#000', width: 2, points: [[1, 2]] };
    await draw(presenter, deck.id, { add: [stroke] });
    const drawn = [expect.objectContaining({ ...stroke, author: { name: 'Petra' } })];
    expect(await next()).toEqual({ name: 'talk', data: { live: true, ink: { slideIndex: 0, drawn, erased: [] } } });
    await draw(presenter, deck.id, { erase: ['a'] });
    expect(await next()).toEqual({ name: 'talk', data: { live: true, ink: { slideIndex: 0, drawn: [], erased: ['a'] } } });

    await lectern.as(presenter).patch(`/api/decks/${deck.id}/links/${target.linkId}`, { showDrawings: false });
    expect(await next()).toMatchObject({ name: 'version' });
    await stage.move(presenter, talk, { place: at(1) });
    expect(await next()).toEqual(told({ place: at(1) }));
    await draw(presenter, deck.id, { add: [{ ...stroke, id: 'b' }] });
    await stage.move(presenter, talk, { place: at(2) });
    expect(await next()).toEqual(told({ place: at(2) }));
  });

  it('stays with the talk when it is handed over', async () => {
    const { talk, call, visitor } = await anOpenTalk();
    const next = await open(lectern, visitor);
    expect(await next()).toEqual(told({ presenter: 'Petra' }));
    const heir = await lectern.aUser({ name: 'Henry' });
    dataOf(await call('talks.handOver', { talkId: talk.id, userId: heir.id }));
    expect(await next()).toEqual(told({ state: 'live', presenter: 'Henry', id: talk.id }));
  });

  it('shows the version of the talk as long as it goes on', async () => {
    const { presenter, deck, talk, call, visitor } = await anOpenTalk();
    const shown = async () => (await visitor.get()).body as { deck: { versionId: string } };
    const form = anUpload(await aPackage({ title: 'Corrected' }));
    const { body } = await lectern.as(presenter).send('POST', `/api/decks/${deck.id}/versions`, form);
    const { currentVersionId } = body as { currentVersionId: string };
    expect(currentVersionId).not.toBe(deck.currentVersionId);
    expect((await shown()).deck.versionId).toBe(deck.currentVersionId);
    expect((await visitor.play(`${await visitor.open()}slides/1.html`)).status).toBe(200);
    dataOf(await call('talks.end', { talkId: talk.id }));
    expect((await shown()).deck.versionId).toBe(currentVersionId);
  });

  it('tells visitors on every instance, and nothing of talks that are not open to it', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRUST_PROXY: '1' });
    const { presenter, deck, call, visitor } = await aDeckWithLink();
    await stage.aTalk(await lectern.aUser(), deck);
    const talk = await stage.aTalk(presenter, deck);
    const streams = [await open(lectern, visitor), await open(other, visitor)];
    await stage.move(presenter, talk, { place: at(1) });
    dataOf(await call('audiences.open'));
    for (const next of streams) expect(await next()).toEqual(told({ state: 'live', place: at(1) }));
  });

  it('is named to everyone who follows, while the talk shows its address', async () => {
    const { presenter, deck, talk, target, call, visitor } = await anOpenTalk();
    const [row] = await sql<{ code: string }[]>`select code from talk_audiences where link_id = ${target.linkId}`;
    const code = row?.code ?? '';
    const address = expect.stringMatching(new RegExp(`^http://localhost:\\d+/t/${code.slice(0, 4)}-${code.slice(4)}$`));
    const member = await lectern.aUser();
    const shown = async (): Promise<Talk> =>
      talkSchema.parse(dataOf(await procedures(lectern, member).ask('talks.get', { talkId: talk.id })));
    const next = await open(lectern, visitor);
    expect(await next()).toEqual(told({ blank: null, address: null }));
    expect(await shown()).toMatchObject({ blank: null, address: null });
    expect(dataOf(await stage.move(presenter, talk, { blank: 'address' }))).toMatchObject({ blank: 'address', address });
    expect(await next()).toEqual(told({ blank: 'address', address }));
    const before = await shown();
    expect(before).toMatchObject({ blank: 'address', address });
    expect(await stage.running(member, deck.id)).toMatchObject([{ blank: 'address', address }]);

    // Those who follow are told that it has ended, and of a new one.
    dataOf(await call('audiences.close'));
    const closed = await shown();
    expect(closed).toMatchObject({ blank: 'address', address: null });
    expect(closed.revision).toBeGreaterThan(before.revision);
    const { shortUrl } = audienceSchema.parse(dataOf(await call('audiences.open')));
    const opened = await shown();
    expect(opened).toMatchObject({ address: shortUrl });
    expect(opened.revision).toBeGreaterThan(closed.revision);

    await stage.move(presenter, talk, { blank: 'white' });
    expect(await shown()).toMatchObject({ blank: 'white', address: null });
  });

  it('is not the address of the talk of another presenter', async () => {
    const { deck } = await anOpenTalk();
    const other = await lectern.aUser();
    const talk = await stage.aTalk(other, deck);
    expect(dataOf(await stage.move(other, talk, { blank: 'address' }))).toMatchObject({ blank: 'address', address: null });
  });

  const closeOld = () => new OldTalksRepo(lectern.database.db).closeAudiences();
  const isOpen = async (linkId: string) => (await sql`select from talk_audiences where link_id = ${linkId}`).length === 1;

  it('says for a day that the talk is over, and is an ordinary link then', async () => {
    const { deck, talk, call, visitor, target } = await anOpenTalk();
    dataOf(await call('talks.end', { talkId: talk.id }));
    const next = await open(lectern, visitor);
    expect(await next()).toEqual(told({ state: 'over' }, false));
    await closeOld();
    expect(await isOpen(target.linkId)).toBe(true);
    await sql`update talk_audiences set opened_at = now() - interval '3 days' where link_id = ${target.linkId}`;
    await closeOld();
    expect(await isOpen(target.linkId)).toBe(true);
    await sql`update talks set ended_at = now() - interval '2 days' where deck_id = ${deck.id}`;
    await closeOld();
    expect(await isOpen(target.linkId)).toBe(false);
  });

  it('stays open during a talk, however long that is', async () => {
    const { target } = await anOpenTalk();
    await sql`update talk_audiences set opened_at = now() - interval '3 days' where link_id = ${target.linkId}`;
    await closeOld();
    expect(await isOpen(target.linkId)).toBe(true);
  });

  it.each([
    [
      'it was opened',
      (linkId: string, hours: number) =>
        sql`update talk_audiences set opened_at = now() - make_interval(hours => ${hours}) where link_id = ${linkId}`,
    ],
    [
      'it was to begin',
      (linkId: string, hours: number) =>
        sql`update talk_audiences set opened_at = now() - interval '9 days', begins_at = now() - make_interval(hours => ${hours}) where link_id = ${linkId}`,
    ],
  ])('waits for a talk that does not begin until a day after %s', async (_, age) => {
    const { call, target } = await aDeckWithLink();
    dataOf(await call('audiences.open'));
    await age(target.linkId, 23);
    await closeOld();
    expect(await isOpen(target.linkId)).toBe(true);
    await age(target.linkId, 25);
    await closeOld();
    expect(await isOpen(target.linkId)).toBe(false);
  });
});
