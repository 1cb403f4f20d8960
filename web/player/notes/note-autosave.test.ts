import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '#shared/notes.ts';
import { Fault } from '#web/lib/fault.ts';
import { NoteAutosave, type NoteAutosaveOptions } from './note-autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const note = (body: string, revision: number): Note => ({
  deckId: 'd',
  slideIndex: 0,
  body,
  revision,
  updatedAt: '2026-01-31T09:30:00.000Z',
  updatedBy: { id: 'u', name: 'Ana' },
});

function start(stored: Note | null = null) {
  const save = vi.fn<NoteAutosaveOptions['save']>(async (body, ifRevision) => note(body, ifRevision + 1));
  return { save, autosave: new NoteAutosave({ stored, startingText: 'from the deck', save }) };
}

test('starts with the text of the package and saves nothing of it by itself', async () => {
  const { save, autosave } = start();
  await autosave.flush();
  await vi.runAllTimersAsync();
  expect(autosave.state().text).toBe('from the deck');
  expect(save).not.toHaveBeenCalled();
});

test('saves once when the typing pauses, on the revision it is based on', async () => {
  const { save, autosave } = start(note('old', 4));
  for (const text of ['n', 'ne', 'new']) autosave.edit(text);
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['new', 4]]);
  expect(autosave.state()).toMatchObject({ text: 'new', status: { is: 'clean' }, stored: { revision: 5 } });
});

test('what is typed during a save is saved after it, on the new revision', async () => {
  const { save, autosave } = start();
  autosave.edit('one');
  const saving = autosave.flush();
  autosave.edit('one two');
  await saving;
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([
    ['one', 0],
    ['one two', 1],
  ]);
});

test('tries again while the server is away', async () => {
  const { save, autosave } = start();
  save.mockRejectedValueOnce(new Fault('OFFLINE', '')).mockRejectedValueOnce(new Fault('UNAVAILABLE', ''));
  autosave.edit('kept');
  await vi.advanceTimersByTimeAsync(800);
  expect(autosave.state().status.is).toBe('retrying');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenCalledTimes(3);
  expect(autosave.state().status.is).toBe('clean');
});

test('an overtaken note asks which text stays', async () => {
  const { save, autosave } = start(note('old', 1));
  save.mockRejectedValueOnce(new Fault('PRECONDITION_FAILED', '', { current: note('theirs', 2) }));
  autosave.edit('mine');
  await vi.runAllTimersAsync();
  expect(autosave.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: { body: 'theirs' } } });

  autosave.resolve('mine');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenLastCalledWith('mine', 2);
  expect(autosave.state().status.is).toBe('clean');
});

test('taking theirs saves nothing', async () => {
  const { save, autosave } = start(note('old', 1));
  save.mockRejectedValueOnce(new Fault('PRECONDITION_FAILED', '', { current: note('theirs', 2) }));
  autosave.edit('mine');
  await vi.runAllTimersAsync();
  autosave.resolve('theirs');
  await vi.runAllTimersAsync();
  expect(autosave.state()).toMatchObject({ text: 'theirs', status: { is: 'clean' }, stored: { revision: 2 } });
  expect(save).toHaveBeenCalledTimes(1);
});

test('text over the limit is kept and not sent', async () => {
  const { save, autosave } = start();
  autosave.edit('x'.repeat(16_385));
  await vi.runAllTimersAsync();
  expect(autosave.state().status.is).toBe('tooLong');
  expect(save).not.toHaveBeenCalled();
});

test('news from the server never replace typed text', () => {
  const { autosave } = start(note('old', 1));
  autosave.edit('mine');
  autosave.refresh(note('theirs', 2));
  expect(autosave.state().text).toBe('mine');
});
