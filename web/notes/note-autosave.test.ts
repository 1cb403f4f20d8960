import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '#shared/notes.ts';
import { Fault } from '#web/lib/fault.ts';
import { type Draft, NoteAutosave, type NoteAutosaveOptions } from './note-autosave.ts';

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

function start(stored: Note | null = null, more: Partial<NoteAutosaveOptions> = {}) {
  const save = vi.fn<NoteAutosaveOptions['save']>(async (body, ifRevision) => note(body, ifRevision + 1));
  const draft = { keep: vi.fn<Draft['keep']>(), drop: vi.fn<Draft['drop']>() };
  return { save, draft, autosave: new NoteAutosave({ stored, startingText: 'from the deck', save, draft, ...more }) };
}

const overtakenBy = (current: Note | null) => new Fault('PRECONDITION_FAILED', '', { current });

test('starts with the text of the package and does not save it unchanged', async () => {
  const { save, autosave } = start();
  await autosave.flush();
  await vi.runAllTimersAsync();
  expect(autosave.state().text).toBe('from the deck');
  expect(save).not.toHaveBeenCalled();
});

test('saves once when typing pauses, based on the known revision', async () => {
  const { save, autosave } = start(note('old', 4));
  for (const text of ['n', 'ne', 'new']) autosave.edit(text);
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['new', 4]]);
  expect(autosave.state()).toMatchObject({ text: 'new', status: { is: 'clean' }, stored: { revision: 5 } });
});

test('text typed during a save is saved afterwards, based on the new revision', async () => {
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

test('retries while the server is unavailable', async () => {
  const { save, autosave } = start();
  save.mockRejectedValueOnce(new Fault('OFFLINE', '')).mockRejectedValueOnce(new Fault('UNAVAILABLE', ''));
  autosave.edit('kept');
  await vi.advanceTimersByTimeAsync(800);
  expect(autosave.state().status.is).toBe('retrying');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenCalledTimes(3);
  expect(autosave.state().status.is).toBe('clean');
});

test('changes by two people in different places are merged and saved at once', async () => {
  const { save, autosave } = start(note('one two three', 1));
  save.mockRejectedValueOnce(overtakenBy(note('one two THREE', 2)));
  autosave.edit('ONE two three');
  await vi.advanceTimersByTimeAsync(800);
  expect(save.mock.calls).toEqual([
    ['ONE two three', 1],
    ['ONE two THREE', 2],
  ]);
  expect(autosave.state()).toMatchObject({ text: 'ONE two THREE', status: { is: 'clean' }, stored: { revision: 3 } });
});

test('changes by others appear in unsaved text', async () => {
  const { save, autosave } = start(note('one two three', 1));
  autosave.edit('ONE two three');
  autosave.refresh(note('one two THREE', 2));
  expect(autosave.state().text).toBe('ONE two THREE');
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['ONE two THREE', 2]]);
});

test('changes that arrive during a save are applied after it', async () => {
  const { save, autosave } = start(note('one two three', 1));
  autosave.edit('ONE two three');
  const saving = autosave.flush();
  autosave.refresh(note('ONE two three', 2));
  autosave.refresh(note('ONE two THREE', 3));
  await saving;
  expect(autosave.state()).toMatchObject({ text: 'ONE two THREE', status: { is: 'clean' }, stored: { revision: 3 } });
  expect(save).toHaveBeenCalledTimes(1);
});

test('the text does not change during an IME composition', () => {
  const { autosave } = start(note('one', 1));
  autosave.compose(true);
  autosave.refresh(note('one two', 2));
  expect(autosave.state().text).toBe('one');
  autosave.compose(false);
  expect(autosave.state().text).toBe('one two');
});

test('if two people changed the same words, the user chooses', async () => {
  const { save, autosave } = start(note('old', 1));
  save.mockRejectedValueOnce(overtakenBy(note('theirs', 2)));
  autosave.edit('mine');
  await vi.runAllTimersAsync();
  expect(autosave.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: { body: 'theirs' } } });

  autosave.refresh(note('theirs again', 3));
  expect(autosave.state()).toMatchObject({ status: { is: 'conflict', theirs: { body: 'theirs again' } } });
  autosave.resolve('mine');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenLastCalledWith('mine', 3);
  expect(autosave.state().status.is).toBe('clean');
});

test('choosing the other text saves nothing', async () => {
  const { save, draft, autosave } = start(note('old', 1));
  save.mockRejectedValueOnce(overtakenBy(note('theirs', 2)));
  autosave.edit('mine');
  await vi.runAllTimersAsync();
  autosave.resolve('theirs');
  await vi.runAllTimersAsync();
  expect(autosave.state()).toMatchObject({ text: 'theirs', status: { is: 'clean' }, stored: { revision: 2 } });
  expect(save).toHaveBeenCalledTimes(1);
  expect(draft.drop).toHaveBeenCalledTimes(1);
});

test('a note deleted by others is not created again without asking', async () => {
  const { save, autosave } = start(note('old', 1));
  save.mockRejectedValueOnce(overtakenBy(null));
  autosave.edit('mine');
  await vi.runAllTimersAsync();
  expect(autosave.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: null } });
  autosave.resolve('mine');
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenLastCalledWith('mine', 0);
});

test('every keystroke is stored on the device until it is saved', async () => {
  const { draft, autosave } = start(note('old', 4));
  autosave.edit('n');
  autosave.edit('ne');
  expect(draft.keep.mock.calls).toEqual([
    ['n', { revision: 4, text: 'old' }],
    ['ne', { revision: 4, text: 'old' }],
  ]);
  expect(draft.drop).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(draft.drop).toHaveBeenCalledTimes(1);
});

test('a draft left by a crashed window is merged with later changes and saved', async () => {
  const left = { text: 'ONE two three', base: { revision: 1, text: 'one two three' } };
  const { save, autosave } = start(note('one two THREE', 2), { left });
  expect(autosave.state()).toMatchObject({ text: 'ONE two THREE', status: { is: 'dirty' } });
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([['ONE two THREE', 2]]);
});

test('a draft that conflicts with later changes asks the user', () => {
  const { autosave } = start(note('theirs', 2), { left: { text: 'mine', base: { revision: 1, text: 'old' } } });
  expect(autosave.state()).toMatchObject({ text: 'mine', status: { is: 'conflict', theirs: { body: 'theirs' } } });
});

test('text over the limit is kept but not sent', async () => {
  const { save, autosave } = start();
  autosave.edit('x'.repeat(16_385));
  await vi.runAllTimersAsync();
  expect(autosave.state().status.is).toBe('tooLong');
  expect(save).not.toHaveBeenCalled();
});

test('conflicting changes by others never replace typed text', () => {
  const { autosave } = start(note('old', 1));
  autosave.edit('mine');
  autosave.refresh(note('theirs', 2));
  expect(autosave.state().text).toBe('mine');
});
