import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '#shared/notes.ts';
import { Fault } from '#web/lib/fault.ts';
import { Dispatch } from '#web/outbox/dispatch.ts';
import { typedOn, type UnsentNote } from '#web/outbox/unsent.ts';
import { UnsentList } from '#web/outbox/unsent-list.ts';
import { memoryStore, type UnsentStore } from '#web/outbox/unsent-store.ts';
import { EditedNote } from './edited-note.ts';
import type { NoteDraft } from './note-draft.ts';
import { noteSender } from './send-note.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const note = (body: string, revision: number): Note => ({
  deckId: 'd',
  slideIndex: 0,
  inner: null,
  body,
  revision,
  updatedAt: '2026-01-31T09:30:00.000Z',
  updatedBy: { id: 'u', name: 'Ana' },
});

/** A server with one note. */
class Server {
  note: Note | null;
  isOnline = true;
  readonly save = vi.fn<(body: string, ifRevision: number) => Promise<Note>>(async (body, ifRevision) =>
    this.write(body, ifRevision),
  );

  constructor(stored: Note | null) {
    this.note = stored;
  }

  write(body: string, ifRevision = this.note?.revision ?? 0): Note {
    if (!this.isOnline) throw new Fault('OFFLINE', '');
    if ((this.note?.revision ?? 0) !== ifRevision) throw new Fault('PRECONDITION_FAILED', '', { current: this.note });
    this.note = note(body, ifRevision + 1);
    return this.note;
  }

  list(): readonly Note[] {
    if (!this.isOnline) throw new Fault('OFFLINE', '');
    return this.note === null ? [] : [this.note];
  }
}

interface Setting {
  readonly server: Server;
  readonly store: UnsentStore;
  readonly clientId: string;
  readonly left?: NoteDraft | null;
}

/** A window with the note in an editor, its outbox and its sender. */
function openWindow({ server, store, clientId, left = null }: Setting) {
  const id = `note ${clientId}`;
  const list = new UnsentList({ userId: 'ana', store: Promise.resolve(store), channel: null });
  const found = () => list.items().find((item): item is UnsentNote => item.kind === 'note' && item.id === id);
  const keep = vi.fn<(draft: NoteDraft) => void>(({ text, base }) => {
    const slide = { deckId: 'd', deckTitle: 'Deck', slideIndex: 0, versionId: 'v', slideId: null, inner: null };
    const made = { id, userId: 'ana', clientId, keptAt: 0, refusal: null, released: false };
    void list.put(typedOn(found(), { kind: 'note', ...slide, ...made, text, base }));
  });
  if (left !== null) keep(left);
  const drop = vi.fn<() => void>(() => list.drop(id));
  const sendNote = noteSender({
    server: { list: async () => server.list(), save: ({ text, base }) => server.save(text, base.revision) },
    drafts: { now: found, replace: (draft) => void list.put(draft) },
    onProgress: (draft, progress) => draft.id === id && page.receive(progress),
  });
  const dispatch = new Dispatch({
    list,
    senders: { ink: async () => {}, note: sendNote },
    placeNow: async () => null,
    clientId,
    locks: null,
    windowsThere: async () => new Set([clientId]),
    onFailure: () => page.wait(),
  });
  const send = (how: Partial<UnsentNote>): boolean => {
    const draft = found();
    if (draft !== undefined) void list.put({ ...draft, ...how });
    dispatch.nudge();
    return !dispatch.isFailing;
  };
  const page: EditedNote = new EditedNote({
    stored: server.note,
    startingText: 'from the deck',
    left,
    draft: { keep, drop, send: () => send({ due: true }), stored: () => found() ?? null },
  });
  const close = (): void => {
    page.stop();
    if (page.isUnsaved()) send({ released: true });
  };
  return { page, list, dispatch, keep, drop, close };
}

function start(stored: Note | null = null, left: NoteDraft | null = null) {
  const server = new Server(stored);
  return { server, save: server.save, ...openWindow({ server, store: memoryStore(), clientId: 'w', left }) };
}

test('starts with the text of the package and does not save it unchanged', async () => {
  const { save, page } = start();
  page.flush();
  await vi.runAllTimersAsync();
  expect(page.state().text).toBe('from the deck');
  expect(save).not.toHaveBeenCalled();
});

test('saves once when typing pauses, based on the known revision', async () => {
  const { save, page, list } = start(note('old', 4));
  for (const text of ['n', 'ne', 'new']) page.edit(text);
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['new', 4]]);
  expect(page.state()).toMatchObject({ text: 'new', status: { is: 'clean' }, stored: { revision: 5 } });
  expect(list.items()).toEqual([]);
});

test('text typed during a save is saved afterwards, based on the new revision', async () => {
  const { save, page } = start();
  save.mockImplementationOnce(async (body) => {
    page.edit('one two');
    return note(body, 1);
  });
  page.edit('one');
  page.flush();
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([
    ['one', 0],
    ['one two', 1],
  ]);
});

test('text typed during a save that merges changes by others is merged with them', async () => {
  const { server, save, page } = start(note('one\n\ntwo\n\nthree', 1));
  server.write('one\n\ntwo\n\nTHREE');
  save.mockImplementationOnce(async (body, ifRevision) => {
    page.edit('ONE\n\nTWO\n\nthree');
    return server.write(body, ifRevision);
  });
  page.edit('ONE\n\ntwo\n\nthree');
  await vi.runAllTimersAsync();
  expect(server.note?.body).toBe('ONE\n\nTWO\n\nTHREE');
  expect(page.state()).toMatchObject({ text: 'ONE\n\nTWO\n\nTHREE', status: { is: 'clean' } });
});

test('while the server is unavailable, text waits in the outbox and is sent later', async () => {
  const { server, save, page, list } = start();
  server.isOnline = false;
  page.edit('kept');
  await vi.advanceTimersByTimeAsync(800);
  expect(page.state().status.is).toBe('retrying');
  page.edit('kept, and more');
  await vi.advanceTimersByTimeAsync(800);
  expect(page.state().status.is).toBe('retrying');
  expect(list.items()).toMatchObject([{ text: 'kept, and more' }]);

  server.isOnline = true;
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenLastCalledWith('kept, and more', 0);
  expect(page.state().status.is).toBe('clean');
});

test('changes by two people in different places are merged and saved at once', async () => {
  const { server, save, page } = start(note('one two three', 1));
  server.write('one two THREE');
  page.edit('ONE two three');
  await vi.advanceTimersByTimeAsync(800);
  expect(save.mock.calls).toEqual([
    ['ONE two three', 1],
    ['ONE two THREE', 2],
  ]);
  expect(page.state()).toMatchObject({ text: 'ONE two THREE', status: { is: 'clean' }, stored: { revision: 3 } });
});

test('changes by others appear in unsaved text', async () => {
  const { server, save, page } = start(note('one two three', 1));
  page.edit('ONE two three');
  page.refresh(server.write('one two THREE'));
  expect(page.state().text).toBe('ONE two THREE');
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['ONE two THREE', 2]]);
});

test('changes that arrive during a save are applied after it', async () => {
  const { server, save, page } = start(note('one two three', 1));
  save.mockImplementationOnce(async (body, ifRevision) => {
    const saved = server.write(body, ifRevision);
    page.refresh(saved);
    page.refresh(server.write('ONE two THREE'));
    return saved;
  });
  page.edit('ONE two three');
  await vi.runAllTimersAsync();
  expect(page.state()).toMatchObject({ text: 'ONE two THREE', status: { is: 'clean' }, stored: { revision: 3 } });
  expect(save).toHaveBeenCalledTimes(1);
});

test('the text does not change during an IME composition', () => {
  const { page } = start(note('one', 1));
  page.compose(true);
  page.refresh(note('one two', 2));
  expect(page.state().text).toBe('one');
  page.compose(false);
  expect(page.state().text).toBe('one two');
});

test('a save that merges during an IME composition changes the text afterwards', async () => {
  const { server, page } = start(note('one two three', 1));
  server.write('one two THREE');
  page.edit('ONE two three');
  page.compose(true);
  await vi.runAllTimersAsync();
  expect(page.state().text).toBe('ONE two three');
  page.edit('ONE more two three');
  page.compose(false);
  await vi.runAllTimersAsync();
  expect(server.note?.body).toBe('ONE more two THREE');
  expect(page.state()).toMatchObject({ text: 'ONE more two THREE', status: { is: 'clean' } });
});

test('if two people changed the same words, the user chooses', async () => {
  const { server, save, page, list } = start(note('old', 1));
  server.write('theirs');
  page.edit('mine');
  await vi.runAllTimersAsync();
  expect(page.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: { body: 'theirs' } } });
  expect(list.items()).toMatchObject([{ text: 'mine', refusal: null }]);

  page.refresh(server.write('theirs again'));
  expect(page.state()).toMatchObject({ status: { is: 'conflict', theirs: { body: 'theirs again' } } });
  page.resolve('mine');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenLastCalledWith('mine', 3);
  expect(page.state().status.is).toBe('clean');
});

test('choosing the other text saves nothing', async () => {
  const { server, save, list, page } = start(note('old', 1));
  server.write('theirs');
  page.edit('mine');
  await vi.runAllTimersAsync();
  page.resolve('theirs');
  await vi.runAllTimersAsync();
  expect(page.state()).toMatchObject({ text: 'theirs', status: { is: 'clean' }, stored: { revision: 2 } });
  expect(save).toHaveBeenCalledTimes(1);
  expect(list.items()).toEqual([]);
});

test('a note deleted by others is not created again without asking', async () => {
  const { server, save, page } = start(note('old', 1));
  server.note = null;
  page.edit('mine');
  await vi.runAllTimersAsync();
  expect(page.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: null } });
  page.resolve('mine');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenLastCalledWith('mine', 0);
});

test('every keystroke is stored on the device until it is saved', async () => {
  const { keep, list, page } = start(note('old', 4));
  page.edit('n');
  page.edit('ne');
  expect(keep.mock.calls.map(([draft]) => draft)).toEqual([
    { text: 'n', base: { revision: 4, text: 'old' } },
    { text: 'ne', base: { revision: 4, text: 'old' } },
  ]);
  expect(list.items()).toMatchObject([{ text: 'ne' }]);
  await vi.runAllTimersAsync();
  expect(list.items()).toEqual([]);
});

test('a draft left by a crashed window is merged with later changes', async () => {
  const left = { text: 'ONE two three', base: { revision: 1, text: 'one two three' } };
  const { save, page } = start(note('one two THREE', 2), left);
  expect(page.state()).toMatchObject({ text: 'ONE two THREE', status: { is: 'dirty' } });
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['ONE two THREE', 2]]);
});

test('a draft that conflicts with later changes asks the user', async () => {
  const { save, page } = start(note('theirs', 2), { text: 'mine', base: { revision: 1, text: 'old' } });
  await vi.runAllTimersAsync();
  expect(page.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: { body: 'theirs' } } });
  expect(save).not.toHaveBeenCalled();
});

test('text over the limit is kept but not sent', async () => {
  const { save, list, page } = start();
  page.edit('x'.repeat(16_385));
  await vi.runAllTimersAsync();
  expect(page.state().status.is).toBe('tooLong');
  expect(save).not.toHaveBeenCalled();
  expect(list.items()).toHaveLength(1);
});

test('conflicting changes by others never replace typed text', () => {
  const { page } = start(note('old', 1));
  page.edit('mine');
  page.refresh(note('theirs', 2));
  expect(page.state().text).toBe('mine');
});

test('text typed after a save whose answer was lost is no conflict with it', async () => {
  const { server, save, page } = start(note('', 1));
  save.mockImplementationOnce(async (body, ifRevision) => {
    server.write(body, ifRevision);
    throw new Fault('OFFLINE', '');
  });
  page.edit('one');
  await vi.advanceTimersByTimeAsync(800);
  page.edit('one two');
  await vi.runAllTimersAsync();
  expect(server.note).toMatchObject({ body: 'one two', revision: 3 });
  expect(page.state().status.is).toBe('clean');
});

test('a draft that an editor takes over while another sender reads the note is not sent by that one', async () => {
  const { page, list } = start();
  page.stop();
  const slide = { deckId: 'd', deckTitle: 'Deck', slideIndex: 0, versionId: 'v', slideId: null, inner: null };
  const made = { userId: 'ana', clientId: 'gone', keptAt: 0, refusal: null, released: false };
  const typed = { text: 'mine', base: { revision: 0, text: '' } };
  const left: UnsentNote = { kind: 'note', id: 'left', ...slide, ...made, ...typed };
  await list.put(left);
  const read = Promise.withResolvers<readonly Note[]>();
  const save = vi.fn<(draft: UnsentNote) => Promise<Note>>(async ({ text }) => note(text, 1));
  const now = ({ id }: UnsentNote) => list.items().find((item): item is UnsentNote => item.kind === 'note' && item.id === id);
  const send = noteSender({
    server: { list: () => read.promise, save },
    drafts: { now, replace: (draft) => void list.put(draft) },
    onProgress: () => {},
  });

  const sending = send(left);
  list.drop(left.id);
  read.resolve([]);
  expect(await sending).toEqual({ is: 'dropped' });
  expect(save).not.toHaveBeenCalled();
});

test('a draft whose earlier request may have arrived is compared with the note before it is sent', async () => {
  const { server, save, list, page } = start(null, { text: 'mine', base: { revision: 0, text: '' } });
  for (const draft of list.items()) if (draft.kind === 'note') void list.put({ ...draft, sent: 'mine' });
  server.note = note('mine', 1);
  await vi.runAllTimersAsync();
  expect(page.state()).toMatchObject({ text: 'mine', status: { is: 'clean' } });
  expect(save).not.toHaveBeenCalled();
});

test('a refused text is kept in the outbox with the reason', async () => {
  const { save, list, page } = start(note('old', 1));
  save.mockRejectedValueOnce(new Fault('FORBIDDEN', ''));
  page.edit('mine');
  await vi.runAllTimersAsync();
  expect(page.state().status).toMatchObject({ is: 'refused', fault: { code: 'FORBIDDEN' } });
  expect(list.items()).toMatchObject([{ text: 'mine', refusal: { code: 'FORBIDDEN' } }]);
});

test('two people who type into an empty note at the same time each get a line of their own', async () => {
  const acts = fc.array(fc.constantFrom('ann', 'ben', 'ann', 'ben', 'pause'), { minLength: 10, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const server = new Server(note('', 1));
      const windows = ['ann', 'ben'].map((clientId) => openWindow({ server, store: memoryStore(), clientId }));
      server.save.mockImplementation(async (body, ifRevision) => {
        const written = server.write(body, ifRevision);
        for (const { page } of windows) page.refresh(written);
        return written;
      });
      const typed: Record<string, string> = { ann: '', ben: '' };
      const type = (name: string): void => {
        const { page } = windows[name === 'ann' ? 0 : 1] as (typeof windows)[0];
        const before = typed[name] ?? '';
        typed[name] = `${before}${name} `;
        const lines = page.state().text.split('\n');
        // As the field does: typing begins on an empty line or on a line of its own.
        const at = lines.indexOf(before);
        page.edit((at === -1 ? [...lines, typed[name]] : lines.with(at, typed[name])).join('\n'));
      };
      for (const step of steps) {
        if (step === 'pause') await vi.advanceTimersByTimeAsync(1000);
        else type(step);
      }
      await vi.advanceTimersByTimeAsync(10_000);
      const lines = Object.values(typed).filter((line) => line !== '');
      expect(server.note?.body.split('\n').toSorted()).toEqual(lines.toSorted());
      for (const { page } of windows) expect(page.state()).toMatchObject({ text: server.note?.body, status: { is: 'clean' } });
      for (const { page } of windows) page.stop();
    }),
    { numRuns: 200 },
  );
});

test('for any sequence of typing, changes by others, lost connections and crashes, no word is lost', async () => {
  const acts = fc.array(
    fc.constantFrom('type', 'type', 'other', 'unseen', 'pause', 'offline', 'online', 'lose', 'close', 'crash'),
    {
      minLength: 5,
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const server = new Server(note('mine:\n\n---\n\ntheirs:\n', 1));
      const store = memoryStore();
      let count = 0;
      let current = openWindow({ server, store, clientId: 'w0' });
      const words: string[] = [];
      const leave = async (): Promise<void> => {
        // The device has stored the last keystroke.
        await vi.advanceTimersByTimeAsync(0);
        current.page.stop();
        current.dispatch.stop();
        const all = await store.all('ana');
        const left = all.findLast((item): item is UnsentNote => item.kind === 'note') ?? null;
        for (const { id } of all) await store.remove(id);
        count += 1;
        current = openWindow({ server, store, clientId: `w${String(count)}`, left });
      };
      for (const [at, act] of steps.entries()) {
        const word = `word${String(at)}.`;
        if (act === 'type') current.page.edit(current.page.state().text.replace('mine:', `mine: ${word}`));
        if (act === 'other' || act === 'unseen') {
          const { isOnline } = server;
          server.isOnline = true;
          const written = server.write((server.note?.body ?? '').replace('theirs:', `theirs: ${word}`));
          server.isOnline = isOnline;
          if (act === 'other') current.page.refresh(written);
        }
        if (act === 'type' || act === 'other' || act === 'unseen') words.push(word);
        if (act === 'pause') await vi.advanceTimersByTimeAsync(1000);
        if (act === 'offline') server.isOnline = false;
        if (act === 'online') server.isOnline = true;
        // The server saves the text, but its answer is lost.
        if (act === 'lose')
          server.save.mockImplementationOnce(async (body, ifRevision) => {
            server.write(body, ifRevision);
            throw new Fault('OFFLINE', '');
          });
        if (act === 'close') {
          current.close();
          await vi.advanceTimersByTimeAsync(1000);
          await leave();
        }
        if (act === 'crash') await leave();
      }
      server.isOnline = true;
      current.close();
      current.dispatch.retryNow();
      await vi.advanceTimersByTimeAsync(300_000);
      // Text that conflicts with other changes waits for the user's decision.
      const waiting = (await store.all('ana')).map((item) => (item.kind === 'note' ? item.text : ''));
      for (const word of words) expect([server.note?.body, ...waiting].join()).toContain(word);
    }),
    { numRuns: 200 },
  );
});
