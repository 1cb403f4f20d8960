import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { type Talk, talkSchema } from '#shared/talks.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectSince } from '#server/testing/moments.ts';
import { at, dataOf, expectRefused, procedures, Stage, WINDOW } from './testing/stage.ts';

const lectern = await aLectern();
const { sql } = lectern.database;
const stage = new Stage(lectern);
const as = (user: { cookie: string } | null) => procedures(lectern, user);
const talkOf = (answer: Parameters<typeof dataOf>[0]): Talk => talkSchema.parse(dataOf(answer));

/** Gives the deck a new version with this many slides. */
async function replaced(owner: { cookie: string }, deckId: string, slides = 3): Promise<string> {
  const form = anUpload(await aPackage({ title: 'Corrected', slides }));
  const { body } = await lectern.as(owner).send('POST', `/api/decks/${deckId}/versions`, form);
  return (body as { currentVersionId: string }).currentVersionId;
}

describe('a talk', () => {
  it('shows late joiners its current place and step', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await stage.move(presenter, talk, { place: at(2, 4), blank: 'black' });
    const late = await lectern.aUser();
    expect(await stage.running(late, deck.id)).toMatchObject([
      {
        id: talk.id,
        versionId: deck.currentVersionId,
        presenter: { id: presenter.id, name: 'Petra' },
        place: at(2, 4),
        blank: 'black',
        revision: 2,
        movedBy: WINDOW,
      },
    ]);
    expect(talkOf(await as(late).ask('talks.get', { talkId: talk.id }))).toMatchObject({ place: at(2, 4) });
  });

  it('can be moved in any window of its presenter, and counts its changes', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const tablet = await lectern.aSessionOf(presenter);
    expect(talkOf(await stage.move(tablet, talk, { place: at(1), clientId: 'tablet-1' }))).toMatchObject({
      revision: 2,
      movedBy: 'tablet-1',
    });
    expect(talkOf(await stage.move(presenter, talk, { place: at(1) }))).toMatchObject({ revision: 2, movedBy: 'tablet-1' });
    expect(talkOf(await stage.move(presenter, talk, { blank: 'white' }))).toMatchObject({
      revision: 3,
      place: at(1),
      blank: 'white',
    });
    expect(talkOf(await stage.move(presenter, talk, { blank: null }))).toMatchObject({ revision: 4, blank: null });
  });

  it('can be controlled only by its presenter', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const admin = await lectern.aUser({ role: 'admin' });
    for (const [name, input] of [
      ['talks.move', { clientId: WINDOW, place: at(1) }],
      ['talks.changeClock', { change: { do: 'pause' } }],
      ['talks.pointLaser', { dot: { x: 0.5, y: 0.5 } }],
      ['talks.handOver', { userId: admin.id }],
      ['talks.pair', {}],
    ] as const)
      expectRefused(await as(admin).call(name, { talkId: talk.id, ...input }), 'FORBIDDEN');
    expect(await stage.running(presenter, deck.id)).toMatchObject([{ revision: 1 }]);
  });

  it('cannot move to a slide that does not exist', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    expectRefused(await stage.move(presenter, talk, { place: at(3) }), 'SLIDE_NOT_FOUND');
    expectRefused(await stage.start(await lectern.aUser(), deck, { place: at(3) }), 'SLIDE_NOT_FOUND');
    expectRefused(await stage.move(presenter, talk, { place: at(5_000_000_000) }), 'SLIDE_NOT_FOUND');
  });

  it('can be ended by its presenter and by users who may change the deck', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const reader = await lectern.aUser();
    const theirs = await stage.aTalk(reader, deck);
    expectRefused(await as(reader).call('talks.end', { talkId: talk.id }), 'FORBIDDEN');
    dataOf(await as(presenter).call('talks.end', { talkId: theirs.id }));
    dataOf(await as(presenter).call('talks.end', { talkId: talk.id }));
    expect(await stage.running(reader, deck.id)).toEqual([]);
    expectRefused(await stage.move(presenter, talk, { place: at(1) }), 'TALK_NOT_FOUND');
    expectRefused(await as(presenter).call('talks.end', { talkId: talk.id }), 'TALK_NOT_FOUND');
  });

  it('is not found by users who may not see its deck', async () => {
    const presenter = await lectern.aUser();
    const deck = await lectern.aDeck({ owner: presenter });
    const talk = await stage.aTalk(presenter, deck);
    const stranger = await lectern.aUser();
    const plain = (answer: { text: string } | undefined) => answer?.text.replace(/"requestId":"[^"]*"/, '');
    const [hidden, missing] = await Promise.all(
      [talk.id, 'no-such-talk'].map((talkId) => as(stranger).ask('talks.get', { talkId })),
    );
    expect(plain(hidden)).toBe(plain(missing));
    expectRefused(hidden, 'TALK_NOT_FOUND');
    expectRefused(await as(stranger).ask('talks.list', { deckId: deck.id }), 'DECK_NOT_FOUND');
    expectRefused(await stage.start(stranger, deck), 'DECK_NOT_FOUND');
  });
});

describe('starting', () => {
  it('twice returns the running talk, even from many windows at once', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await stage.move(presenter, talk, { place: at(2) });
    expect(await stage.aTalk(presenter, deck, { place: at(1) })).toMatchObject({ id: talk.id, place: at(2), revision: 2 });
    const other = await lectern.aUser();
    const started = await Promise.all(Array.from({ length: 10 }, () => stage.aTalk(other, deck)));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    expect(await stage.running(other, deck.id)).toHaveLength(2);
  });

  it('requires the current version', async () => {
    const { presenter, deck } = await stage.aPresenter();
    await replaced(presenter, deck.id);
    expectRefused(await stage.start(await lectern.aUser(), deck), 'VERSION_CHANGED');
    expectRefused(await stage.start(presenter, { ...deck, currentVersionId: 'another' }), 'VERSION_CHANGED');
  });
});

describe('a new version', () => {
  it('does not change a running talk until its presenter moves it there', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const currentVersionId = await replaced(presenter, deck.id, 2);
    expect(talkOf(await stage.move(presenter, talk, { place: at(2) }))).toMatchObject({ versionId: deck.currentVersionId });
    expect(await stage.aTalk(presenter, deck)).toMatchObject({ id: talk.id, place: at(2) });
    const carried = await stage.aTalk(presenter, { ...deck, currentVersionId }, { place: at(1) });
    expect(carried).toMatchObject({ id: talk.id, versionId: currentVersionId, place: at(1), revision: 3 });
    expectRefused(await stage.move(presenter, talk, { place: at(2) }), 'SLIDE_NOT_FOUND');
  });
});

describe('a hand-over', () => {
  it('takes effect at once, and removes the remotes of the old presenter', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const next = await lectern.aUser({ name: 'Noor' });
    const own = await stage.aTalk(next, deck);
    const phone = await stage.aPhone(presenter, talk);
    const code = await stage.aCode(presenter, talk);
    expect(talkOf(await as(presenter).call('talks.handOver', { talkId: talk.id, userId: next.id }))).toMatchObject({
      presenter: { id: next.id, name: 'Noor' },
      movedBy: '',
    });
    expect((await stage.running(presenter, deck.id)).map(({ id }) => id)).toEqual([talk.id]);
    expectRefused(await stage.move(next, own, { place: at(1) }), 'TALK_NOT_FOUND');
    expectRefused(await stage.move(presenter, talk, { place: at(1) }), 'FORBIDDEN');
    expect(talkOf(await stage.move(next, talk, { place: at(1) }))).toMatchObject({ place: at(1) });
    expectRefused(await as(phone).call('remotes.command', { do: 'next' }), 'UNAUTHENTICATED');
    expectRefused(await stage.claim(code), 'PAIRING_REQUIRED');
    expect(await stage.remotes(next, talk)).toEqual([]);
  });

  it('is possible only to users who may see the deck', async () => {
    const presenter = await lectern.aUser();
    const deck = await lectern.aDeck({ owner: presenter });
    const talk = await stage.aTalk(presenter, deck);
    const disabled = await lectern.aUser({ role: 'admin' });
    await sql`update users set disabled_at = now() where id = ${disabled.id}`;
    for (const userId of [(await lectern.aUser()).id, disabled.id, 'nobody'])
      expectRefused(await as(presenter).call('talks.handOver', { talkId: talk.id, userId }), 'USER_NOT_FOUND');
    dataOf(await as(presenter).call('talks.handOver', { talkId: talk.id, userId: presenter.id }));
    expect(await stage.running(presenter, deck.id)).toMatchObject([{ revision: 1 }]);
  });

  it('is never followed by a move of the old presenter', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const next = await lectern.aUser();
    const moves = Array.from({ length: 20 }, (_, count) => stage.move(presenter, talk, { place: at(count % 3, count) }));
    const given = as(presenter).call('talks.handOver', { talkId: talk.id, userId: next.id });
    const answers = await Promise.all(moves);
    const { revision } = talkOf(await given);
    const late = answers.filter(({ status }) => status !== 200);
    for (const answer of late) expectRefused(answer, 'FORBIDDEN');
    const [now] = await stage.running(next, deck.id);
    expect(now).toMatchObject({ presenter: { id: next.id }, revision, movedBy: '' });
  });

  it('of two talks to each other at once does not deadlock', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const other = await lectern.aUser();
    const theirs = await stage.aTalk(other, deck);
    const answers = await Promise.all([
      as(presenter).call('talks.handOver', { talkId: talk.id, userId: other.id }),
      as(other).call('talks.handOver', { talkId: theirs.id, userId: presenter.id }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await stage.running(other, deck.id)).toHaveLength(1);
  });
});

describe('the clock', () => {
  it('runs from the start, can be paused, resumed and reset', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const change = async (wish: object) =>
      talkOf(await as(presenter).call('talks.changeClock', { talkId: talk.id, change: wish })).clock;
    expect(talk.clock).toMatchObject({ elapsedMs: 0, plannedSeconds: null, runningSince: talk.startedAt });
    const since = Date.now();
    await sql`update talks set running_since = now() - interval '90 seconds' where id = ${talk.id}`;
    const paused = await change({ do: 'pause' });
    expect(paused.runningSince).toBeNull();
    expect(paused.elapsedMs).toBeGreaterThanOrEqual(90_000);
    expect(paused.elapsedMs).toBeLessThanOrEqual(90_000 + Date.now() - since + 1);
    const resumed = await change({ do: 'resume' });
    expect(resumed).toMatchObject({ elapsedMs: paused.elapsedMs, runningSince: expect.any(String) as unknown });
    expect(await change({ do: 'plan', plannedSeconds: 1200 })).toMatchObject({
      plannedSeconds: 1200,
      elapsedMs: paused.elapsedMs,
    });
    expect(await change({ do: 'reset' })).toMatchObject({
      plannedSeconds: 1200,
      elapsedMs: 0,
      runningSince: expect.any(String) as unknown,
    });
  });

  it('includes the server’s time', async () => {
    const since = Date.now();
    const { talk } = await stage.aPresenter();
    expectSince(since, talk.clock.at);
    expect(Date.parse(talk.clock.at)).toBeGreaterThanOrEqual(Date.parse(talk.startedAt));
  });
});
