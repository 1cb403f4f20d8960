import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { type EventStream, openStream } from '#server/testing/event-stream.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import type { LiveEvent } from '#shared/live.ts';
import { OldTalksRepo } from './old-talks.repo.ts';
import { TalkUpkeep } from './talk-upkeep.ts';
import { TalksRepo } from './talks.repo.ts';
import { at, dataOf, expectRefused, procedures, Stage } from './testing/stage.ts';

const lectern = await aLectern();
const { sql, db } = lectern.database;
const stage = new Stage(lectern);
const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
const upkeep = new TalkUpkeep({
  repo: new TalksRepo(db),
  old: new OldTalksRepo(db),
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

/** Opens a window of this user that shows the deck until the stream is disposed of. */
async function openWindow(user: TestUser, deckId: string, where = lectern): Promise<EventStream> {
  const streamId = crypto.randomUUID();
  const input = { streamId, decks: [{ id: deckId, since: null }] };
  const stream = await openStream(where.address, 'live.watch', { cookie: user.cookie, input });
  await stream.next();
  const look = { streamId, clientId: 'window-1', deckId, at: { place: at(0), following: null } };
  dataOf(await procedures(where, user).call('live.look', look));
  return stream;
}

describe('a talk ends, and followers on every instance are notified, when its presenter', () => {
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

  it('is no longer an admin and could see the deck only as one', async () => {
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner });
    const presenter = await lectern.aUser({ role: 'admin' });
    const talk = await stage.aTalk(presenter, deck);
    await admin.patch(`/api/admin/users/${presenter.id}`, { role: 'user' });
    expectRefused(await stage.move(presenter, talk, { place: at(1) }), 'TALK_NOT_FOUND');
    await eventually(async () => (await stage.running(owner, deck.id)).length === 0);
  });
});

describe('a talk whose presenter has left', () => {
  const check = () => upkeep.checkPresence({ ends: true });
  const unseenFor = (talkId: string, seconds: number) =>
    sql`update talks set seen_at = now() - make_interval(secs => ${seconds}) where id = ${talkId}`;
  const leftFor = (talkId: string, seconds: number) =>
    sql`update talks set left_at = now() - make_interval(secs => ${seconds}) where id = ${talkId}`;

  async function aTalkThatWasLeft() {
    const { presenter, deck, talk } = await stage.aPresenter();
    await unseenFor(talk.id, 61);
    await check();
    expect(await stage.running(presenter, deck.id)).toEqual([]);
    return { presenter, deck, talk };
  }

  it('ends a minute after the presenter was last seen, and not before', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await unseenFor(talk.id, 50);
    await check();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
    await unseenFor(talk.id, 61);
    await check();
    expect(await stage.running(presenter, deck.id)).toEqual([]);
  });

  it('continues when no one could be seen because the service has just started', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await unseenFor(talk.id, 3600);
    await upkeep.checkPresence({ ends: false });
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
  });

  it('continues while a window of its presenter shows the deck', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await using _window = await openWindow(presenter, deck.id);
    await unseenFor(talk.id, 3600);
    await check();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
  });

  it('continues when its clock is changed', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await unseenFor(talk.id, 3600);
    dataOf(await procedures(lectern, presenter).call('talks.changeClock', { talkId: talk.id, change: { do: 'pause' } }));
    await check();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
  });

  it('is ended once, even if several instances notice at the same time', async () => {
    const { talk } = await stage.aPresenter();
    await unseenFor(talk.id, 61);
    await Promise.all([check(), check(), check()]);
    expect(await sql`select revision from talks where id = ${talk.id}`).toEqual([{ revision: 2 }]);
  });

  it('resumes once when they return within ten minutes, and its followers are notified', async () => {
    const { presenter, deck, talk } = await aTalkThatWasLeft();
    await leftFor(talk.id, 590);
    await using follower = await watchDeck(await lectern.aUser(), deck.id);
    await using _window = await openWindow(presenter, deck.id);
    await Promise.all([check(), check(), check()]);
    expect(await nextTalk(follower)).toMatchObject({ ended: false, talk: { id: talk.id, revision: 3 } });
    expect(await stage.running(presenter, deck.id)).toMatchObject([{ id: talk.id }]);
  });

  it('does not resume later than that', async () => {
    const { presenter, deck, talk } = await aTalkThatWasLeft();
    await leftFor(talk.id, 601);
    await using _window = await openWindow(presenter, deck.id);
    await check();
    expect(await stage.running(presenter, deck.id)).toEqual([]);
  });

  it('does not resume when its presenter has ended it', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await using _window = await openWindow(presenter, deck.id);
    dataOf(await procedures(lectern, presenter).call('talks.end', { talkId: talk.id }));
    await check();
    expect(await stage.running(presenter, deck.id)).toEqual([]);
  });

  it('does not resume when its presenter may no longer read the deck', async () => {
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    const presenter = await lectern.aUser();
    const talk = await stage.aTalk(presenter, deck);
    await unseenFor(talk.id, 61);
    await check();
    await using _window = await openWindow(presenter, deck.id);
    // By SQL, because the service would close the window as well.
    await sql`update decks set visibility = 'private' where id = ${deck.id}`;
    await check();
    expect(await stage.running(owner, deck.id)).toEqual([]);
  });

  it('is resumed when they start presenting again in time', async () => {
    const { presenter, deck, talk } = await aTalkThatWasLeft();
    expect(await stage.aTalk(presenter, deck)).toMatchObject({ id: talk.id });
    expect(await stage.running(presenter, deck.id)).toMatchObject([{ id: talk.id }]);
  });

  it('stays ended when they have started another one on the deck', async () => {
    const { presenter, deck, talk } = await aTalkThatWasLeft();
    // As if it had started at the same moment on an instance that did not yet see the end of the first.
    await sql`insert into talks (id, deck_id, version_id, presenter_id, place, elapsed_ms, revision, moved_by, started_at, seen_at, seq)
      select ${crypto.randomUUID()}, deck_id, version_id, presenter_id, place, 0, 1, '', now(), now(), seq from talks where id = ${talk.id}`;
    await using _window = await openWindow(presenter, deck.id);
    await check();
    expect(await stage.running(presenter, deck.id)).toHaveLength(1);
  });

  it('keeps its phone as long as it may resume', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    await unseenFor(talk.id, 61);
    await check();
    expectRefused(await procedures(lectern, phone).call('remotes.command', { do: 'next' }), 'TALK_NOT_FOUND');
    await leftFor(talk.id, 601);
    await check();
    expectRefused(await procedures(lectern, phone).call('remotes.command', { do: 'next' }), 'UNAUTHENTICATED');
  });
});

it('the running service ends a talk whose presenter has left, and resumes it when they are back', async () => {
  await using quick = await startLectern({}, { talkEndsAfterSeconds: 1 });
  const ours = new Stage(quick);
  const { presenter, deck, talk } = await ours.aPresenter();
  await eventually(async () => (await ours.running(presenter, deck.id)).length === 0);
  await using _window = await openWindow(presenter, deck.id, quick);
  await eventually(async () => (await ours.running(presenter, deck.id))[0]?.id === talk.id);
});

it('an ended talk is kept for a month, so that clients which were away learn that it ended', async () => {
  const { presenter, talk } = await stage.aPresenter();
  dataOf(await procedures(lectern, presenter).call('talks.end', { talkId: talk.id }));
  const rows = () => sql`select id from talks where id = ${talk.id}`;
  await upkeep.run();
  expect(await rows()).toHaveLength(1);
  await sql`update talks set ended_at = now() - interval '31 days' where id = ${talk.id}`;
  await upkeep.run();
  expect(await rows()).toHaveLength(0);
});
