import { expect, test, vi } from 'vitest';
import type { Place } from '#shared/place.ts';
import type { Talk } from '#shared/talks.ts';
import { ANY_TALK, type TalkMove, TalkWindow, type TalkWindowLinks, type TalkWindowOptions } from './talk-window.ts';

const at = (slideIndex: number): Place => ({ slideIndex, inner: null });

const ANNA = { id: 'anna', name: 'Anna' };
const talk = (change: Partial<Talk> = {}): Talk => ({
  id: 't',
  deckId: 'd',
  versionId: 'v',
  presenter: ANNA,
  place: at(0),
  blank: null,
  address: null,
  question: null,
  takesQuestions: false,
  takesReactions: false,
  clock: { elapsedMs: 0, runningSince: null, plannedSeconds: null, at: '2026-01-31T09:30:00.000Z' },
  startedAt: '2026-01-31T09:30:00.000Z',
  revision: 1,
  movedBy: 'elsewhere',
  ...change,
});

/** A window with a fake connection: the test answers each move itself. */
function open(userId: string, options: Partial<TalkWindowOptions> = {}) {
  const sent: { move: TalkMove; answer: (talk: Talk) => void; fail: (thrown: unknown) => void }[] = [];
  const goTo = vi.fn<(place: Place) => void>();
  const onNotice = vi.fn<TalkWindowLinks['onNotice']>();
  const window = new TalkWindow({
    userId,
    clientId: 'here',
    place: at(0),
    follows: null,
    isLinked: false,
    send: (move) => {
      const { promise, resolve, reject } = Promise.withResolvers<Talk>();
      sent.push({ move, answer: resolve, fail: reject });
      return promise;
    },
    isTemporary: () => true,
    ...options,
  });
  let lastRequest = 0;
  const shows = (place: Place, arriving = false): void => window.movedTo(place, arriving, lastRequest);
  window.connect({
    goTo: (place, request) => {
      goTo(place);
      lastRequest = request;
      shows(place);
    },
    tellSiblings: () => undefined,
    onNotice,
  });
  return { window, shows, sent, goTo, onNotice };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a follower follows the talk, browses on their own and comes back', () => {
  const { window, shows, goTo, sent } = open('ben');
  window.receive(talk(), false);
  expect(window.state()).toMatchObject({ followed: null, running: [{ id: 't' }] });
  window.receive(talk({ place: at(1), revision: 2 }), false);
  expect(goTo).not.toHaveBeenCalled();

  window.follow('t');
  expect(goTo).toHaveBeenLastCalledWith(at(1));
  shows(at(4));
  expect(window.state().browsing).toBe(true);
  window.receive(talk({ place: at(2), revision: 3 }), false);
  expect(goTo).toHaveBeenCalledTimes(1);
  window.follow('t');
  expect(goTo).toHaveBeenLastCalledWith(at(2));
  expect(window.state().browsing).toBe(false);
  expect(sent).toEqual([]);
});

test('a link for the audience follows its presenter, even if another talk was started earlier', () => {
  const cleo = talk({ id: 'other', presenter: { id: 'cleo', name: 'Cleo' }, place: at(7) });
  const { window, goTo } = open('ben', { follows: ANY_TALK, prefers: 'anna' });
  expect(window.state().waiting).toBe(true);
  window.receive(cleo, false);
  window.receive(talk({ place: at(3) }), false);
  window.caughtUp();
  expect(window.state()).toMatchObject({ followed: { id: 't' }, waiting: false });
  expect(goTo.mock.calls).toEqual([[at(3)]]);
});

test('a link for the audience follows the person to whom the talk was handed over', () => {
  const { window, goTo } = open('ben', { follows: ANY_TALK, prefers: 'anna' });
  window.receive(talk({ presenter: { id: 'cleo', name: 'Cleo' }, place: at(7) }), false);
  expect(window.state().waiting).toBe(true);
  window.caughtUp();
  expect(window.state()).toMatchObject({ followed: { id: 't' }, waiting: false });
  expect(goTo.mock.calls).toEqual([[at(7)]]);
});

test('a link for the audience that is opened early follows the talk when it starts', () => {
  const { window, goTo } = open('ben', { follows: ANY_TALK, prefers: 'anna' });
  window.caughtUp();
  expect(window.state()).toMatchObject({ followed: null, waiting: true });
  window.receive(talk({ place: at(2) }), false);
  expect(window.state()).toMatchObject({ followed: { id: 't' }, waiting: false });
  expect(goTo.mock.calls).toEqual([[at(2)]]);
});

test('older revisions change nothing', () => {
  const { window, goTo } = open('ben', { follows: 't' });
  window.receive(talk({ place: at(5), revision: 7 }), false);
  window.receive(talk({ place: at(4), revision: 6 }), false);
  window.receive(talk({ revision: 8 }), true);
  window.receive(talk({ place: at(6), revision: 7 }), false);
  expect(goTo.mock.calls).toEqual([[at(5)]]);
  expect(window.state().running).toEqual([]);
});

test('a follower sees the blank screen unless they browse on their own', () => {
  const { window, shows } = open('ben', { follows: ANY_TALK });
  window.receive(talk({ blank: 'black' }), false);
  expect(window.state().blank).toBe('black');
  shows(at(1));
  expect(window.state().blank).toBeNull();
});

test("the presenter's windows follow each other but not themselves", async () => {
  const { window, shows, goTo, sent } = open('anna');
  window.receive(talk({ movedBy: 'here' }), false);
  shows(at(1));
  shows(at(2));
  shows(at(3));
  expect(sent.map(({ move }) => move.place)).toEqual([at(1)]);
  window.receive(talk({ place: at(1), revision: 2, movedBy: 'here' }), false);
  sent[0]?.answer(talk({ place: at(1), revision: 2, movedBy: 'here' }));
  await settle();
  expect(sent.map(({ move }) => move.place)).toEqual([at(1), at(3)]);
  sent[1]?.answer(talk({ place: at(3), revision: 3, movedBy: 'here' }));
  await settle();
  expect(goTo).not.toHaveBeenCalled();

  window.receive(talk({ place: at(4), revision: 4, movedBy: 'tablet' }), false);
  expect(goTo.mock.calls).toEqual([[at(4)]]);
  expect(sent).toHaveLength(2);
});

test.each([
  ['before', 2, 3, []],
  ['after', 3, 2, [[at(8)]]],
])('a move of another device that the server accepted %s a move of this window', async (_, theirs, own, expected) => {
  const { window, shows, goTo, sent } = open('anna');
  window.receive(talk({ movedBy: 'here' }), false);
  shows(at(1));
  window.receive(talk({ place: at(8), revision: theirs, movedBy: 'tablet' }), false);
  expect(goTo).not.toHaveBeenCalled();
  sent[0]?.answer(talk({ place: at(1), revision: own, movedBy: 'here' }));
  await settle();
  expect(goTo.mock.calls).toEqual(expected);
});

test('windows of one browser trust each other over later messages of the server', () => {
  const { window, goTo } = open('anna');
  window.receive(talk(), false);
  window.meet('stage');
  window.receiveFromSibling({ talkId: 't', place: at(1) });
  window.receiveFromSibling({ talkId: 't', place: at(2) });
  window.receive(talk({ place: at(1), revision: 2, movedBy: 'stage' }), false);
  expect(goTo.mock.calls).toEqual([[at(1)], [at(2)]]);
});

test('without a connection the talk continues here, and others are updated on reconnection', async () => {
  const { window, shows, sent } = open('anna');
  window.receive(talk({ movedBy: 'here' }), false);
  shows(at(1));
  sent[0]?.fail(new TypeError('Failed to fetch'));
  await settle();
  window.setBlank('black');
  shows(at(2));
  expect(sent[1]?.move).toEqual({ talkId: 't', place: at(1), blank: 'black' });
  sent[1]?.fail(new TypeError('Failed to fetch'));
  await settle();
  void window.sendMoves();
  expect(sent[2]?.move).toEqual({ talkId: 't', place: at(2), blank: 'black' });
});

test('a talk can be ended when its moves have arrived, or cannot', async () => {
  const { window, shows, sent } = open('anna');
  window.receive(talk({ movedBy: 'here' }), false);
  shows(at(1));
  shows(at(2));
  let isSent = false;
  const sending = window.sendMoves().then(() => (isSent = true));
  sent[0]?.answer(talk({ place: at(1), revision: 2, movedBy: 'here' }));
  await settle();
  expect(isSent).toBe(false);
  expect(sent[1]?.move.place).toEqual(at(2));
  sent[1]?.fail(new TypeError('Failed to fetch'));
  await sending;
  void window.sendMoves();
  expect(sent[2]?.move.place).toEqual(at(2));
  window.close();
});

test('handing over a talk makes the presenter a follower and the follower the presenter', () => {
  const anna = open('anna');
  anna.window.receive(talk(), false);
  anna.window.receive(talk({ presenter: { id: 'ben', name: 'Ben' }, revision: 2, movedBy: '' }), false);
  expect(anna.window.state()).toMatchObject({ mine: null, followed: { id: 't' } });
  expect(anna.onNotice).toHaveBeenCalledWith(expect.objectContaining({ say: 'handed-on' }));

  const ben = open('ben');
  ben.window.receive(talk({ place: at(3) }), false);
  ben.shows(at(7));
  ben.window.receive(talk({ place: at(3), presenter: { id: 'ben', name: 'Ben' }, revision: 2, movedBy: '' }), false);
  expect(ben.window.state()).toMatchObject({ mine: { id: 't' }, followed: null });
  expect(ben.goTo).toHaveBeenLastCalledWith(at(3));
  expect(ben.onNotice).toHaveBeenCalledWith(expect.objectContaining({ say: 'taken-over' }));
});

test('going back sends the end of the slide, not its start first', () => {
  const { window, shows, sent } = open('anna', { place: at(3) });
  window.receive(talk({ place: at(3), movedBy: 'here' }), false);
  shows(at(2), true);
  const end = { slideIndex: 2, inner: { index: 0, step: 5 } };
  shows(end);
  expect(sent.map(({ move }) => move.place)).toEqual([end]);
});

test('a slide that never reports its position is sent after a timeout', () => {
  vi.useFakeTimers();
  const { window, shows, sent } = open('anna', { place: at(3) });
  window.receive(talk({ place: at(3), movedBy: 'here' }), false);
  shows(at(2), true);
  vi.runOnlyPendingTimers();
  expect(sent.map(({ move }) => move.place)).toEqual([at(2)]);
  vi.useRealTimers();
});

test('followers are notified of the end of a talk', () => {
  const { window, onNotice } = open('ben', { follows: 't' });
  window.receive(talk(), false);
  window.resync([], window.state().running);
  expect(window.state()).toMatchObject({ running: [], followed: null });
  expect(onNotice).toHaveBeenCalledWith(expect.objectContaining({ say: 'ended' }));
});

test('the slide count of a document is sent once it is known, and only once', async () => {
  const { window, shows, sent } = open('anna');
  window.receive(talk(), false);
  const counted: Place = { slideIndex: 0, inner: { index: 0, step: 0, count: 41 } };
  shows(counted);
  expect(sent.map(({ move }) => move)).toEqual([{ talkId: 't', place: counted }]);
  sent[0]?.answer(talk({ place: counted, revision: 2, movedBy: 'here' }));
  await settle();
  shows(counted);
  expect(sent).toHaveLength(1);
});

test('a follower does not send the slide count', () => {
  const { window, shows, sent } = open('ben', { follows: ANY_TALK });
  window.receive(talk(), false);
  shows({ slideIndex: 0, inner: { index: 0, step: 0, count: 41 } });
  expect(sent).toEqual([]);
  expect(window.state().browsing).toBe(false);
});

test('a talk that comes back takes its followers along, but for those who have moved on', () => {
  const still = open('ben', { follows: 't' });
  const gone = open('eva', { follows: 't' });
  for (const { window } of [still, gone]) {
    window.receive(talk({ place: at(1), revision: 1 }), false);
    window.receive(talk({ place: at(1), revision: 2 }), true);
  }
  gone.shows(at(4));
  for (const { window } of [still, gone]) window.receive(talk({ place: at(2), revision: 3 }), false);
  expect(still.goTo).toHaveBeenLastCalledWith(at(2));
  expect(still.onNotice.mock.calls.map(([{ say }]) => say)).toEqual(['ended', 'resumed']);
  expect(gone.goTo).toHaveBeenCalledTimes(1);
  expect(gone.window.state()).toMatchObject({ followed: null, running: [{ id: 't' }] });
});

test('a talk that ended while the stream was away may come back as well', () => {
  const { window, goTo } = open('ben', { follows: 't' });
  window.receive(talk({ revision: 4 }), false);
  window.resync([], window.state().running);
  expect(window.state().running).toEqual([]);
  window.receive(talk({ place: at(3), revision: 6 }), false);
  expect(goTo).toHaveBeenLastCalledWith(at(3));
});

test('the presenter is told that their talk goes on, at the slide where this window is', () => {
  const { window, shows, sent, onNotice } = open('anna');
  window.receive(talk({ movedBy: 'here' }), false);
  window.receive(talk({ movedBy: 'here', revision: 2 }), true);
  shows(at(2));
  window.receive(talk({ movedBy: 'here', revision: 3 }), false);
  expect(sent.map(({ move }) => move.place)).toEqual([at(2)]);
  expect(onNotice.mock.calls.map(([{ say }]) => say)).toEqual(['own-ended', 'own-resumed']);
});

test('a window that a link has opened at a slide stays there until the talk moves on', () => {
  const { window, goTo, sent } = open('anna', { isLinked: true, place: at(5) });
  window.receive(talk({ place: at(1) }), false);
  expect(window.state().mine).not.toBeNull();
  expect(goTo).not.toHaveBeenCalled();
  window.receive(talk({ place: at(2), revision: 2 }), false);
  expect(goTo).toHaveBeenLastCalledWith(at(2));
  expect(sent).toEqual([]);
});

test('a window that is loaded again while its user presents goes back to the talk', () => {
  const { window, goTo } = open('anna', { isLinked: true, follows: 't', place: at(5) });
  window.receive(talk({ place: at(1) }), false);
  expect(goTo).toHaveBeenLastCalledWith(at(1));
});

test("a window that opens beside the presenter's other window goes to the talk and does not move it", () => {
  const { window, goTo, sent } = open('anna');
  window.meet('player');
  window.receive(talk({ place: at(1), movedBy: 'player' }), false);
  expect(goTo.mock.calls).toEqual([[at(1)]]);
  expect(sent).toEqual([]);
});

test('a link that is opened beside a talk of the same browser does not move the talk', () => {
  const { window, goTo, sent } = open('anna', { isLinked: true, place: at(5) });
  window.meet('player');
  window.receive(talk({ place: at(1), movedBy: 'player' }), false);
  expect(goTo).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
});

test('a move that another window tells before the talk is known is not lost', () => {
  const { window, goTo } = open('anna');
  window.meet('player');
  window.receiveFromSibling({ talkId: 't', place: at(2), blank: 'black' });
  window.receive(talk({ place: at(1), movedBy: 'player' }), false);
  expect(goTo.mock.calls).toEqual([[at(2)]]);
  expect(window.state().blank).toBe('black');
});
