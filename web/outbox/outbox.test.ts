import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fault } from '#web/lib/fault.ts';
import { FakeLocks } from '#web/live/testing/fake-locks.ts';
import { Dispatch } from './dispatch.ts';
import type { NoteOutcome } from './senders.ts';
import type { InkBatch, Unsent, UnsentInk, UnsentNote } from './unsent.ts';
import { type ListChannel, UnsentList } from './unsent-list.ts';
import { memoryStore, type UnsentStore } from './unsent-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
let clock = 0;

function ink(clientId: string, id: string, more: Partial<UnsentInk> = {}): UnsentInk {
  const stroke = { id: `stroke-${id}`, tool: 'pen', color: '#000', width: 4, points: [[1, 2]] as [number, number][] };
  const where = { deckId: 'deck', deckTitle: 'Deck', slideIndex: 0, versionId: 'v1', slideId: 'one' };
  return {
    kind: 'ink',
    id,
    userId: 'ana',
    clientId,
    keptAt: ++clock,
    refusal: null,
    add: [stroke],
    erase: [],
    ...where,
    ...more,
  };
}

function note(clientId: string, more: Partial<UnsentNote> = {}): UnsentNote {
  const where = { deckId: 'deck', deckTitle: 'Deck', slideIndex: 0, versionId: 'v1', slideId: 'one' };
  const text = { text: 'typed', base: { revision: 0, text: '' }, released: true };
  return {
    kind: 'note',
    id: `note-${clientId}`,
    userId: 'ana',
    clientId,
    keptAt: ++clock,
    refusal: null,
    ...where,
    ...text,
    ...more,
  };
}

const WRITTEN: NoteOutcome = {
  is: 'written',
  note: {
    deckId: 'deck',
    slideIndex: 0,
    inner: null,
    body: 'typed',
    revision: 1,
    updatedAt: '2026-01-31T09:30:00.000Z',
    updatedBy: { id: 'ana', name: 'Ana' },
  },
};

/** A server that identifies strokes by id, like the real one. */
class Server {
  readonly batches: InkBatch[] = [];
  readonly drawn = new Set<string>();
  refuse: (batch: InkBatch) => Fault | null = () => null;

  readonly senders = {
    ink: async (batch: InkBatch) => {
      this.batches.push(batch);
      const refusal = this.refuse(batch);
      if (refusal !== null) throw refusal;
      for (const { id } of batch.add) this.drawn.add(id);
    },
    note: vi.fn<(draft: UnsentNote) => Promise<NoteOutcome>>(async () => WRITTEN),
  };
}

function aWindow(name: string, { server, store, locks }: { server: Server; store: UnsentStore; locks: FakeLocks }) {
  const own = locks.of(name);
  void own.request(name, () => new Promise<never>(() => {}));
  const list = new UnsentList({ userId: 'ana', store: Promise.resolve(store), channel: null });
  const windowsThere = async () => new Set(((await own.query()).held ?? []).map((lock) => lock.name ?? ''));
  const placeNow = vi.fn<(item: Unsent) => Promise<{ slideIndex: number; versionId: string } | null>>(async () => null);
  const onFailure = () => {};
  const { senders } = server;
  const dispatch = new Dispatch({ list, senders, placeNow, clientId: name, locks: own, windowsThere, onFailure });
  return { list, dispatch, placeNow, die: () => (dispatch.stop(), locks.windowDies(name)) };
}

const browser = () => ({ server: new Server(), store: memoryStore(), locks: new FakeLocks() });

test('strokes of one slide are sent together in order, other slides separately', async () => {
  const setting = browser();
  const { list, dispatch } = aWindow('w', setting);
  for (const [id, slideIndex] of [
    ['a', 0],
    ['b', 0],
    ['c', 1],
    ['d', 0],
  ] as const)
    void list.put(ink('w', id, { slideIndex }));
  dispatch.nudge();
  await settle();
  expect(setting.server.batches.map(({ add }) => add.map(({ id }) => id))).toEqual([
    ['stroke-a', 'stroke-b', 'stroke-d'],
    ['stroke-c'],
  ]);
  expect(list.items()).toEqual([]);
  expect(await setting.store.all('ana')).toEqual([]);
});

test('changes are kept until the server has answered', async () => {
  const setting = browser();
  setting.server.refuse = () => new Fault('OFFLINE', '');
  const { list, dispatch } = aWindow('w', setting);
  void list.put(ink('w', 'a'));
  dispatch.nudge();
  await settle(60_000);
  expect(await setting.store.all('ana')).toHaveLength(1);

  setting.server.refuse = () => null;
  dispatch.retryNow();
  await settle();
  expect([...setting.server.drawn]).toEqual(['stroke-a']);
  expect(list.items()).toEqual([]);
});

test('a refused stroke does not block its batch and is kept for a decision', async () => {
  const setting = browser();
  setting.server.refuse = ({ add }) => (add.some(({ id }) => id === 'stroke-b') ? new Fault('FORBIDDEN', 'no') : null);
  const { list, dispatch } = aWindow('w', setting);
  for (const id of ['a', 'b', 'c']) void list.put(ink('w', id));
  dispatch.nudge();
  await settle(120_000);
  expect([...setting.server.drawn]).toEqual(['stroke-a', 'stroke-c']);
  expect(list.items()).toMatchObject([{ id: 'b', refusal: { code: 'FORBIDDEN' } }]);
  expect(await setting.store.all('ana')).toMatchObject([{ id: 'b', refusal: { code: 'FORBIDDEN' } }]);
});

test('a change of an earlier version follows its slide; without the slide it is kept', async () => {
  const setting = browser();
  setting.server.refuse = ({ versionId }) => (versionId === 'v2' ? null : new Fault('VERSION_CHANGED', ''));
  const { list, dispatch, placeNow } = aWindow('w', setting);
  placeNow.mockImplementation(async ({ slideId }) => (slideId === 'one' ? { slideIndex: 3, versionId: 'v2' } : null));
  void list.put(ink('w', 'a'));
  void list.put(ink('w', 'b', { slideIndex: 1, slideId: 'two' }));
  dispatch.nudge();
  await settle(60_000);
  expect(setting.server.batches).toContainEqual(expect.objectContaining({ versionId: 'v2', slideIndex: 3 }));
  expect(list.items()).toMatchObject([{ id: 'b', refusal: { code: 'VERSION_CHANGED' } }]);
});

test('changes of a crashed window are sent by one other window; unfinished notes of open windows are not', async () => {
  const setting = browser();
  const dead = aWindow('dead', setting);
  await dead.list.put(ink('dead', 'a'));
  await dead.list.put(note('dead', { released: false, due: true }));
  await dead.list.put(note('typing', { released: false }));
  dead.die();
  const [one, two] = [aWindow('typing', setting), aWindow('two', setting)];
  one.dispatch.retryNow();
  two.dispatch.retryNow();
  await settle();
  expect(setting.server.batches).toHaveLength(1);
  // The dead window may have sent it already, so the sender looks first.
  expect(setting.server.senders.note.mock.calls).toMatchObject([[{ clientId: 'dead', text: 'typed', sent: 'typed' }]]);
  expect(await setting.store.all('ana')).toMatchObject([{ clientId: 'typing' }]);
});

test('changes name their author, and wait while someone else is signed in', async () => {
  const setting = browser();
  setting.server.refuse = () => new Fault('USER_MISMATCH', '');
  const { list, dispatch } = aWindow('w', setting);
  void list.put(ink('w', 'a'));
  dispatch.retryNow();
  await settle(60_000);
  expect(setting.server.batches[0]).toMatchObject({ userId: 'ana' });
  expect([...setting.server.drawn]).toEqual([]);
  expect(await setting.store.all('ana')).toMatchObject([{ id: 'a', refusal: null }]);
  expect(await setting.store.all('bob')).toEqual([]);

  setting.server.refuse = () => null;
  await settle(60_000);
  expect([...setting.server.drawn]).toEqual(['stroke-a']);
});

test('a conflicting note is kept with the other text', async () => {
  const setting = browser();
  setting.server.senders.note.mockResolvedValue({ is: 'conflict', theirs: null });
  const { list, dispatch } = aWindow('w', setting);
  void list.put(note('w'));
  dispatch.nudge();
  await settle(60_000);
  expect(list.items()).toMatchObject([{ theirs: null, refusal: { code: 'PRECONDITION_FAILED' } }]);
  expect(setting.server.senders.note).toHaveBeenCalledTimes(1);
});

test('text typed while a draft is being sent is kept', async () => {
  const setting = browser();
  const sending = Promise.withResolvers<NoteOutcome>();
  setting.server.senders.note.mockReturnValueOnce(sending.promise);
  const { list, dispatch } = aWindow('w', setting);
  void list.put(note('w', { text: 'one' }));
  dispatch.nudge();
  await settle();
  void list.put(note('w', { text: 'one two', released: false }));
  sending.resolve(WRITTEN);
  await settle();
  expect(list.items()).toMatchObject([{ text: 'one two' }]);
});

test('a device store that fails is reported', async () => {
  const store: UnsentStore = { ...memoryStore(), kept: 'device', put: () => Promise.reject(new Error('full')) };
  const { list, dispatch } = aWindow('w', { ...browser(), store });
  const changed = vi.fn<() => void>();
  list.unstored.listen(() => list.kept === 'memory' && changed());
  await list.put(ink('w', 'a'));
  expect(list.kept).toBe('memory');
  expect(changed).toHaveBeenCalledOnce();
  dispatch.stop();
});

test('a change counts as stored once the device has stored its latest text', async () => {
  const writes: PromiseWithResolvers<void>[] = [];
  const put = (): Promise<void> => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  const { list, dispatch } = aWindow('w', { ...browser(), store: { ...memoryStore(), kept: 'device', put } });
  void list.put(note('w', { text: 'one', released: false }));
  void list.put(ink('w', 'a'));
  void list.put(note('w', { text: 'one two', released: false }));
  for (const unstored of [['note-w', 'a'], ['note-w', 'a'], ['note-w'], []]) {
    await settle();
    expect([...list.unstored.get().keys()]).toEqual(unstored);
    writes.at(-1)?.resolve();
  }
  dispatch.stop();
});

test('a change counts as stored also if another window has changed it meanwhile', async () => {
  const stored = Promise.withResolvers<void>();
  const store = Promise.resolve<UnsentStore>({ ...memoryStore(), kept: 'device', put: () => stored.promise });
  let hear: Parameters<ListChannel['addEventListener']>[1] = () => undefined;
  const channel: ListChannel = { postMessage: () => undefined, addEventListener: (_type, listener) => (hear = listener) };
  const list = new UnsentList({ userId: 'ana', store, channel });
  const putting = list.put(note('w', { text: 'typed' }));
  hear(new MessageEvent('message', { data: { what: 'kept', unsent: note('w', { text: 'merged' }) } }));
  expect(list.items()).toMatchObject([{ text: 'merged' }]);
  stored.resolve();
  await putting;
  expect(list.unstored.get().size).toBe(0);
});

test('for any sequence of failures, every stroke arrives', async () => {
  const acts = fc.array(fc.constantFrom('draw', 'draw elsewhere', 'die', 'fail', 'heal', 'wait'), {
    minLength: 5,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const setting = browser();
      let count = 0;
      let current = aWindow('w0', setting);
      const drawn: string[] = [];
      for (const [at, act] of steps.entries()) {
        if (act.startsWith('draw')) {
          await current.list.put(ink(`w${String(count)}`, String(at), { slideIndex: act === 'draw' ? 0 : 1 }));
          drawn.push(`stroke-${String(at)}`);
          current.dispatch.nudge();
        }
        // The response is lost: the server has the strokes, but the window does not know.
        if (act === 'fail')
          setting.server.refuse = (batch) => (
            batch.add.forEach(({ id }) => setting.server.drawn.add(id)),
            new Fault('OFFLINE', '')
          );
        if (act === 'heal') setting.server.refuse = () => null;
        if (act === 'wait') await settle(3000);
        if (act !== 'die') continue;
        current.die();
        current = aWindow(`w${String(++count)}`, setting);
        current.dispatch.retryNow();
      }
      setting.server.refuse = () => null;
      current.dispatch.retryNow();
      await settle(120_000);
      expect([...setting.server.drawn].toSorted()).toEqual(drawn.toSorted());
      expect(await setting.store.all('ana')).toEqual([]);
      current.die();
    }),
    { numRuns: 100 },
  );
});
