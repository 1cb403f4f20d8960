import { describe, expect, it } from 'vitest';
import { type EventStream, openStream } from '#server/testing/event-stream.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import type { LiveEvent, Presence } from '#shared/live.ts';
import { at, dataOf, procedures, Stage } from './testing/stage.ts';

const lectern = await aLectern();
const other = await aLectern({ DATABASE_URL: lectern.database.url });
const stage = new Stage(lectern);

type EventOf<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>;

async function next<Kind extends LiveEvent['kind']>(stream: EventStream, kind: Kind): Promise<EventOf<Kind>> {
  for (;;) {
    const event = (await stream.next())?.data as LiveEvent | undefined;
    if (event === undefined) throw new Error(`the stream ended before a ${kind} came`);
    if (isOf(event, kind)) return event;
  }
}

function isOf<Kind extends LiveEvent['kind']>(event: LiveEvent, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind;
}

const follow = (
  user: TestUser,
  deckId: string,
  { since = null, streamId = crypto.randomUUID() }: { since?: number | null; streamId?: string } = {},
) => openStream(other.address, 'live.watch', { cookie: user.cookie, input: { streamId, decks: [{ id: deckId, since }] } });

describe('a follower on another instance', () => {
  it('gets the current state of the talk at once, then each step in order', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await stage.move(presenter, talk, { place: at(1, 2) });
    await using stream = await follow(await lectern.aUser(), deck.id);
    expect(await next(stream, 'talk')).toMatchObject({ ended: false, talk: { id: talk.id, place: at(1, 2), revision: 2 } });
    await next(stream, 'caught-up');
    const places = [at(1, 3), at(2), at(0), at(2, 1)];
    const seen = [];
    for (const place of places) {
      await stage.move(presenter, talk, { place });
      seen.push(await next(stream, 'talk'));
    }
    expect(seen.map((event) => event.talk.place)).toEqual(places);
    expect(seen.map((event) => event.talk.revision)).toEqual([3, 4, 5, 6]);
    dataOf(await procedures(lectern, presenter).call('talks.end', { talkId: talk.id }));
    expect(await next(stream, 'talk')).toMatchObject({ ended: true });
  });

  it('gets one event for a hand-over and one for the talk that it ended', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const heir = await lectern.aUser({ name: 'Noor' });
    const own = await stage.aTalk(heir, deck);
    await using stream = await follow(await lectern.aUser(), deck.id);
    await next(stream, 'caught-up');
    dataOf(await procedures(lectern, presenter).call('talks.handOver', { talkId: talk.id, userId: heir.id }));
    const events = [await next(stream, 'talk'), await next(stream, 'talk')];
    expect(events).toMatchObject([
      { ended: true, talk: { id: own.id } },
      { ended: false, talk: { id: talk.id, presenter: { id: heir.id, name: 'Noor' }, movedBy: '' } },
    ]);
    expect(events[1]?.seq).toBe((events[0]?.seq ?? 0) + 1);
  });

  it('learns after a connection break that the talk is over', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const follower = await lectern.aUser();
    let since: number;
    {
      await using stream = await follow(follower, deck.id);
      ({ seq: since } = await next(stream, 'caught-up'));
    }
    await stage.move(presenter, talk, { place: at(2) });
    dataOf(await procedures(lectern, presenter).call('talks.end', { talkId: talk.id }));
    await using again = await follow(follower, deck.id, { since });
    expect(await next(again, 'talk')).toMatchObject({ ended: true, talk: { id: talk.id, place: at(2) } });
  });

  it('sees where the presenter points: always the last dot, but not every dot before it', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await using stream = await follow(await lectern.aUser(), deck.id);
    await next(stream, 'caught-up');
    const { call } = procedures(lectern, presenter);
    const point = (dot: object | null) => call('talks.pointLaser', { talkId: talk.id, dot });
    for (let count = 1; count <= 40; count += 1) dataOf(await point({ x: count / 100, y: 0.5 }));
    dataOf(await point(null));
    const dots: (number | null)[] = [];
    do dots.push((await next(stream, 'laser')).dot?.x ?? null);
    while (dots.at(-1) !== null);
    expect(dots[0]).toBe(0.01);
    expect(dots.slice(0, -1)).toEqual(dots.slice(0, -1).toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    expect(await stage.running(presenter, deck.id)).toMatchObject([{ revision: 1 }]);
  });

  it('is counted while following, and not after leaving', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const follower = await lectern.aUser({ name: 'Flora' });
    await using stream = await follow(presenter, deck.id);
    await next(stream, 'caught-up');
    const followers = async (expected: number) => {
      let people: readonly Presence[];
      do ({ people } = await next(stream, 'presence'));
      while (people.filter(({ following }) => following === talk.id).length !== expected);
    };
    {
      const streamId = crypto.randomUUID();
      await using theirs = await follow(follower, deck.id, { streamId });
      await next(theirs, 'caught-up');
      const look = { streamId, clientId: 'floras-window', deckId: deck.id, at: { place: at(0), following: talk.id } };
      dataOf(await procedures(other, follower).call('live.look', look));
      await followers(1);
    }
    await followers(0);
  });
});
