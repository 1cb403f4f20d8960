import { pino } from 'pino';
import { expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import type { LinkTalkRow } from './audiences.repo.ts';
import type { EventSink } from './event-sink.ts';
import { TalkAudience } from './talk-audience.ts';
import { TalkRelay } from './talk-relay.ts';

const LINK = { id: 'a link', deckId: 'a deck', passwordHash: null };

/** Visitors, and the frames that they were sent. */
function visitors(count: number): { readonly sinks: readonly EventSink[]; readonly told: readonly (readonly string[])[] } {
  const told = Array.from({ length: count }, (): string[] => []);
  const sinks = told.map((frames) => ({
    post: (frame: Buffer) => void frames.push(frame.toString()),
    end: () => undefined,
    onClose: () => undefined,
  }));
  return { sinks, told };
}

it('a step overtakes the laser pointer, and every visitor is still told that it is off', async () => {
  const audience = new TalkAudience(LINK);
  const { sinks, told } = visitors(100);
  for (const sink of sinks) audience.sinks.add(sink);
  audience.point(null);
  audience.post({ live: false, talk: null }, 'talk');
  const isOff = (frame: string) => frame.includes('"laser":null');
  await eventually(() => told.every((frames) => frames.some(isOff)));
  expect(told.filter((frames) => frames.findIndex(isOff) === 0).length).toBeLessThan(50);
  expect(told.every((frames) => frames.some((frame) => frame.includes('"talk":null')))).toBe(true);
  audience.close();
});

function aRow(slideIndex: number, link: Partial<LinkTalkRow> = {}): LinkTalkRow {
  const talk = {
    id: 'a talk',
    versionId: 'a version',
    place: { slideIndex, inner: null },
    blank: null,
    takesQuestions: true,
    takesReactions: false,
    revision: slideIndex,
    endedAt: null,
    leftAt: null,
  };
  const rights = { paused: false, expiresAt: null, passwordHash: null, showDrawings: true };
  const audience = { code: 'a code', presenterName: 'Petra', beginsAt: null, talk, question: null };
  return { linkId: LINK.id, deckId: LINK.deckId, ...rights, audience, seq: 1, ...link };
}

/** A relay whose look-ups the test answers. */
async function aRelay() {
  const lookUps: PromiseWithResolvers<LinkTalkRow[]>[] = [];
  let hear: (payload: string) => void = () => undefined;
  const relay = new TalkRelay({
    repo: {
      talksOf: () => {
        const lookUp = Promise.withResolvers<LinkTalkRow[]>();
        lookUps.push(lookUp);
        return lookUp.promise;
      },
    },
    drawings: { changesSince: () => Promise.resolve({ events: [], reached: 0 }) },
    revocations: { onRevoked: () => undefined },
    listener: { listen: (_channel, onNotice) => Promise.resolve(void (hear = onNotice)) },
    log: pino({ level: 'silent' }),
    baseUrl: 'http://lectern.example',
  });
  await relay.start();
  const broadcast = (event: object) =>
    hear(JSON.stringify({ kind: 'broadcast', to: null, event: { deckId: LINK.deckId, talkId: 'a talk', ...event } }));
  return {
    relay,
    lookUps,
    point: (x: number) => broadcast({ kind: 'laser', dot: { x, y: 0.5 } }),
    ask: () => broadcast({ kind: 'questions', open: 1 }),
    move: () => hear(JSON.stringify({ kind: 'change', deckId: LINK.deckId, seq: 2, part: 'talks' })),
    answer: async (nth: number, ...rows: LinkTalkRow[]) => {
      await eventually(() => lookUps.length === nth);
      lookUps.at(-1)?.resolve(rows);
    },
  };
}

it('what comes during a look-up waits for the next one, which serves everything that waits, for all visitors of a link', async () => {
  const { relay, lookUps, point, ask, move, answer } = await aRelay();
  const { sinks, told } = visitors(30);
  for (const sink of sinks) relay.join(LINK, sink);
  await answer(1, aRow(0));
  await eventually(() => told.every((frames) => frames.length === 1));

  point(0.1);
  await eventually(() => lookUps.length === 2);
  // The link ends now: the look-up that is under way still finds it open, the next one does not.
  point(0.2);
  ask();
  move();
  await answer(2, aRow(0));
  await answer(3, aRow(1, { paused: true }));

  // It works again. Only what happens now is told.
  move();
  await answer(4, aRow(2));
  await eventually(() => told.every((frames) => frames.at(-1)?.includes('"slideIndex":2')));
  for (const frames of told)
    expect(frames).toEqual([
      expect.stringContaining('"slideIndex":0'),
      expect.stringContaining('"laser":{"x":0.1'),
      expect.stringContaining('"slideIndex":2'),
    ]);
  expect(lookUps).toHaveLength(4);
  relay.close();
});

it.each([
  ['another password', { passwordHash: 'another one' }, null],
  ['a password that these visitors do not know', { passwordHash: 'a second one' }, 'a first one'],
  ['an end in the past', { expiresAt: new Date(0) }, null],
])('visitors are told nothing of a link that has %s', async (_name, link, passwordHash) => {
  const { relay, point, answer } = await aRelay();
  const { sinks, told } = visitors(1);
  for (const sink of sinks) relay.join({ ...LINK, passwordHash }, sink);
  await answer(1, aRow(0, { passwordHash }));
  await eventually(() => told[0]?.length === 1);
  point(0.1);
  await answer(2, aRow(1, link));
  point(0.2);
  await answer(3, aRow(2, { passwordHash }));
  await eventually(() => told[0]?.some((frame) => frame.includes('"x":0.2')));
  expect(told[0]).toEqual([
    expect.stringContaining('"slideIndex":0'),
    expect.stringContaining('"slideIndex":2'),
    expect.stringContaining('"laser":{"x":0.2'),
  ]);
  relay.close();
});
