import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#shared/live.ts';
import { Bus } from './bus.ts';
import { LiveWindow } from './live-window.ts';
import type { BusMessage } from './messages.ts';
import { FakeBrowser, type FakeWindow } from './testing/fake-browser.ts';
import { FakeServer } from './testing/fake-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DECK = 'deck-1';
const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
const seqs = (events: readonly LiveEvent[]) => events.map((event) => `${event.kind} ${'seq' in event ? String(event.seq) : ''}`);

function setting() {
  const server = new FakeServer();
  return { server, browser: new FakeBrowser(server) };
}

test('windows of one browser share one stream, each with its own decks', async () => {
  const { server, browser } = setting();
  const [one, two] = [browser.open(), browser.open()];
  one.watch(DECK);
  two.watch('deck-2');
  await settle();
  server.change(DECK);
  server.change('deck-2');
  await settle();

  expect(server.streams()).toHaveLength(1);
  expect(seqs(one.seen)).toEqual(['caught-up 0', 'deck 1']);
  expect(seqs(two.seen)).toEqual(['caught-up 0', 'deck 1']);
  expect(two.seen.every(({ deckId }) => deckId === 'deck-2')).toBe(true);
});

test('a later window gets the current state without another stream', async () => {
  const { server, browser } = setting();
  browser.open().watch(DECK);
  await settle();
  server.change(DECK);
  server.send({ kind: 'presence', deckId: DECK, people: [] });
  await settle();
  const later = browser.open();
  later.watch(DECK);
  await settle();

  expect(seqs(later.seen)).toEqual(['presence ', 'caught-up 1']);
  expect(server.opened).toBe(1);
});

test('a broken stream is reopened where it stopped, without gap or notice', async () => {
  const { server, browser } = setting();
  const window = browser.open();
  window.watch(DECK);
  await settle();
  server.change(DECK);
  server.breakStreams();
  server.change(DECK);
  await settle(5000);
  server.change(DECK);

  await settle();
  expect(seqs(window.seen)).toEqual(['caught-up 0', 'deck 1', 'deck 2', 'deck 3']);
  expect(window.live.connection()).toBe('live');
});

test('a server that stays unreachable is shown as offline and retried when the window is shown', async () => {
  const { server, browser } = setting();
  const window = browser.open();
  window.watch(DECK);
  await settle();
  server.reachable = false;
  server.breakStreams();
  await settle(60_000);
  expect(window.live.connection()).toBe('offline');

  server.reachable = true;
  window.show(true);
  await settle(10);
  expect(window.live.connection()).toBe('live');
});

test('when the leading window crashes another leads, without gap or duplicate', async () => {
  const { server, browser } = setting();
  const [leader, other] = [browser.open(), browser.open()];
  leader.watch(DECK);
  other.watch(DECK);
  await settle();
  server.change(DECK);
  leader.die();
  server.change(DECK);
  await settle();

  expect(seqs(other.seen)).toEqual(['caught-up 0', 'deck 1', 'deck 2']);
  expect(server.streams()).toHaveLength(1);
});

test('a frozen window loses the lead', async () => {
  const { server, browser } = setting();
  const [leader, other] = [browser.open(), browser.open()];
  leader.watch(DECK);
  other.watch(DECK);
  await settle();
  leader.freeze();
  server.change(DECK);
  await settle(20_000);

  expect(seqs(other.seen)).toEqual(['caught-up 0', 'deck 1']);
});

test('the leader reports the decks that a crashed window left', async () => {
  const { browser } = setting();
  const [leader, other] = [browser.open(), browser.open()];
  leader.watch(DECK);
  other.watch('deck-2');
  await settle();
  other.die();
  await settle();

  expect(leader.leftBehind).toEqual([`${other.id} deck-2`]);
});

test('without Web Locks every visible window has its own stream', async () => {
  const { server, browser } = setting();
  const [one, two] = [browser.open({ withLocks: false }), browser.open({ withLocks: false })];
  one.watch(DECK);
  two.watch(DECK);
  await settle();
  expect(server.streams()).toHaveLength(2);

  two.show(false);
  server.change(DECK);
  await settle();
  expect(server.streams()).toHaveLength(1);
  two.show(true);
  await settle();
  expect(seqs(two.seen)).toEqual(['caught-up 0', 'deck 1']);
});

test('a lost deck is not watched until it is opened again', async () => {
  const { server, browser } = setting();
  const window = browser.open();
  const leave = window.watch(DECK);
  await settle();
  server.send({ kind: 'lost', deckId: DECK });
  await settle();
  expect(server.streams()).toEqual([]);

  leave();
  window.watch(DECK);
  await settle();
  expect(seqs(window.seen)).toEqual(['caught-up 0', 'lost ', 'caught-up 0']);
});

test('a lower sequence number from the server is accepted', async () => {
  const { server, browser } = setting();
  const window = browser.open();
  window.watch(DECK);
  await settle();
  server.change(DECK);
  server.send({ kind: 'caught-up', deckId: DECK, seq: 0 });
  server.send({ kind: 'deck', deckId: DECK, seq: 1 });
  await settle();
  expect(seqs(window.seen)).toEqual(['caught-up 0', 'deck 1', 'caught-up 0', 'deck 1']);
});

/**
 * The last change of a window that reads everything at `caught-up` and then follows the events. Fails on a gap or a duplicate.
 */
function lastKnown(events: readonly LiveEvent[]): number | null {
  let known: number | null = null;
  for (const event of events) {
    if (event.kind === 'caught-up') known = event.seq;
    if (event.kind !== 'deck' || known === null) continue;
    expect(event.seq).toBe(known + 1);
    known = event.seq;
  }
  return known;
}

const commands = fc.array(
  fc.record({ act: fc.constantFrom('change', 'open', 'die', 'freeze', 'break', 'hide', 'show', 'wait'), which: fc.nat(5) }),
  { minLength: 5, maxLength: 40 },
);

test('for any sequence of failures, every window gets every change once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const { server, browser } = setting();
      const windows: FakeWindow[] = [];
      for (const { act, which } of steps) {
        const window = windows[which % Math.max(1, windows.length)];
        if (act === 'change') server.change(DECK);
        if (act === 'open') windows.push(browser.open());
        if (act === 'open') windows.at(-1)?.watch(DECK);
        if (act === 'break') server.breakStreams();
        if (act === 'hide' || act === 'show') window?.show(act === 'show');
        if (act === 'wait') await settle(which * 20);
        if (act !== 'die' && act !== 'freeze') continue;
        window?.[act]();
        if (window !== undefined) windows.splice(windows.indexOf(window), 1);
      }
      for (const window of windows) window.show(true);
      await settle(60_000);
      for (const window of windows) expect(lastKnown(window.seen)).toBe(server.seq(DECK));
      expect(server.streams().length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});

test('changes of the list of decks reach the windows that show one, over the same stream', async () => {
  const { server, browser } = setting();
  const [library, player] = [browser.open(), browser.open()];
  const leave = library.watchLibrary();
  await settle();
  expect(server.streams()).toMatchObject([{ decks: [], library: true }]);
  player.watch(DECK);
  await settle();
  expect(server.streams()).toMatchObject([{ decks: [{ id: DECK }], library: true }]);
  // What has changed before a stream is open is not reported.
  expect(library.lists).toBe(2);
  server.send({ kind: 'library' });
  await settle();
  expect([library.lists, player.lists]).toEqual([3, 0]);

  leave();
  await settle();
  expect(server.streams()).toMatchObject([{ decks: [{ id: DECK }], library: false }]);
});

test('a window announces its decks when it holds its lock, or the leader would take it for gone', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const bus = new Bus(null);
  const sent: BusMessage[] = [];
  bus.listen((message) => sent.push(message));
  const window = new LiveWindow(bus, 'window', promise);
  window.watch(DECK, () => undefined);
  await settle();
  expect(sent).toEqual([]);
  resolve();
  await settle();
  expect(sent).toMatchObject([{ say: 'watch', decks: [{ id: DECK }] }]);
});
