import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { type EventStream, openStream } from '#server/testing/event-stream.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import type { LiveEvent } from '#shared/live.ts';
import { TalkUpkeep } from './talk-upkeep.ts';
import { TalksRepo } from './talks.repo.ts';
import { at, dataOf, expectRefused, procedures, Stage } from './testing/stage.ts';

const lectern = await aLectern();
const { sql, db } = lectern.database;
const stage = new Stage(lectern);
const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
const upkeep = new TalkUpkeep({
  repo: new TalksRepo(db),
  revocations: { onRevoked: () => undefined },
  log: pino({ level: 'silent' }),
});

const watchDeck = (user: TestUser, deckId: string, where = lectern) =>
  openStream(where.address, 'live.watch', {
    cookie: user.cookie,
    input: { streamId: crypto.randomUUID(), decks: [{ id: deckId, since: null }] },
  });

async function nextTalk(stream: EventStream): Promise<Extract<LiveEvent, { kind: 'talk' }>> {
  for (;;) {
    const event = (await stream.next())?.data as LiveEvent;
    if (event.kind === 'talk') return event;
  }
}

describe('a talk ends, and followers on every instance hear of it, when its presenter', () => {
  it.each([
    ['may not see the deck any more', (deckId: string) => admin.patch(`/api/decks/${deckId}`, { visibility: 'private' })],
    ['is disabled', (_: string, { id }: TestUser) => admin.patch(`/api/admin/users/${id}`, { disabled: true })],
    ['is removed', (_: string, { id }: TestUser) => admin.delete(`/api/admin/users/${id}`)],
  ])('%s', async (_, lose) => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url });
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    const presenter = await lectern.aUser({ name: 'Petra' });
    const talk = await stage.aTalk(presenter, deck);
    await using stream = await watchDeck(owner, deck.id, other);
    expect(await nextTalk(stream)).toMatchObject({ ended: false, talk: { id: talk.id } });
    expect((await lose(deck.id, presenter)).status).toBeLessThan(300);
    expect(await nextTalk(stream)).toMatchObject({ ended: true, talk: { id: talk.id } });
    expect(await stage.running(owner, deck.id)).toEqual([]);
  });

  it('was an admin and is none any more, where they saw the deck as one', async () => {
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner });
    const presenter = await lectern.aUser({ role: 'admin' });
    const talk = await stage.aTalk(presenter, deck);
    await admin.patch(`/api/admin/users/${presenter.id}`, { role: 'user' });
    expectRefused(await stage.move(presenter, talk, { place: at(1) }), 'TALK_NOT_FOUND');
    await eventually(async () => (await stage.running(owner, deck.id)).length === 0);
  });
});

describe('a talk that nobody gives any more', () => {
  const longAgo = (talkId: string) => sql`update talks set seen_at = now() - interval '61 minutes' where id = ${talkId}`;

  it('ends an hour after the last sign of life', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await upkeep.run();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
    await longAgo(talk.id);
    await upkeep.run();
    expect(await stage.running(presenter, deck.id)).toEqual([]);
  });

  it('goes on while a window of its presenter shows the deck', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const streamId = crypto.randomUUID();
    const input = { streamId, decks: [{ id: deck.id, since: null }] };
    await using stream = await openStream(lectern.address, 'live.watch', { cookie: presenter.cookie, input });
    await stream.next();
    const look = { streamId, clientId: 'window-1', deckId: deck.id, at: { place: at(0), following: null } };
    dataOf(await procedures(lectern, presenter).call('live.look', look));
    await longAgo(talk.id);
    await upkeep.run();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
  });

  it('goes on when it is moved by a phone or its clock is looked after', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await longAgo(talk.id);
    dataOf(await procedures(lectern, presenter).call('talks.changeClock', { talkId: talk.id, change: { do: 'pause' } }));
    await upkeep.run();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
  });

  it('is ended once, whoever does it at the same time', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await longAgo(talk.id);
    await Promise.all([upkeep.run(), upkeep.run(), upkeep.run()]);
    expect(await sql`select revision from talks where id = ${talk.id}`).toEqual([{ revision: 2 }]);
    expect(await stage.running(presenter, deck.id)).toEqual([]);
  });

  it('is remembered for a month, so that whoever was away hears that it ended', async () => {
    const { presenter, talk } = await stage.aPresenter();
    dataOf(await procedures(lectern, presenter).call('talks.end', { talkId: talk.id }));
    const rows = () => sql`select id from talks where id = ${talk.id}`;
    await upkeep.run();
    expect(await rows()).toHaveLength(1);
    await sql`update talks set ended_at = now() - interval '31 days' where id = ${talk.id}`;
    await upkeep.run();
    expect(await rows()).toHaveLength(0);
  });
});
