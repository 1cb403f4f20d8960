import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InkSheet, type InkBatch, type DrawnForm } from './ink-sheet.ts';

const ana = { id: 'ana', name: 'Ana' };
const ben = { id: 'ben', name: 'Ben' };
const form: DrawnForm = { tool: 'pen', color: '#e5383b', width: 4, points: [[1, 2]] };

function start({ mayEraseOthers = false } = {}) {
  const sent: InkBatch[] = [];
  const sheet = new InkSheet({ me: ana, mayEraseOthers, send: (batch) => void sent.push(batch) });
  return { sheet, sent, count: () => sheet.state().strokes.length };
}

/** The ids of the strokes on the server after these batches; erasing wins. */
function onServer(batches: readonly InkBatch[]): Set<string> {
  const erased = new Set(batches.flatMap(({ erase }) => erase));
  return new Set(batches.flatMap(({ add }) => add.map(({ id }) => id)).filter((id) => !erased.has(id)));
}

test('every action can be undone and redone in one step', () => {
  const { sheet, count } = start();
  sheet.draw(form, undefined);
  sheet.draw(form, undefined);
  sheet.erase(sheet.state().strokes, undefined);
  const seen = [count()];
  for (const direction of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) {
    sheet.undoRedo(direction, undefined);
    seen.push(count());
  }
  expect(seen).toEqual([0, 2, 1, 0, 1, 2, 0]);
  expect(sheet.canUndoRedo('redo', undefined)).toBe(false);
});

test('for any sequence of actions, no id is reused and the server ends with the visible strokes', () => {
  const action = fc.oneof(fc.constantFrom('draw', 'undo', 'redo', 'clear'), fc.nat({ max: 5 }));
  fc.assert(
    fc.property(fc.array(action), (actions) => {
      const { sheet, sent } = start();
      for (const act of actions) {
        const { strokes } = sheet.state();
        if (act === 'draw') sheet.draw(form, undefined);
        else if (act === 'clear') sheet.erase(strokes, undefined);
        else if (typeof act === 'number') sheet.erase(strokes.slice(act, act + 1), undefined);
        else sheet.undoRedo(act, undefined);
      }
      const added = sent.flatMap(({ add }) => add.map(({ id }) => id));
      expect(new Set(added).size).toBe(added.length);
      expect(onServer(sent)).toEqual(new Set(sheet.state().strokes.map(({ id }) => id)));
    }),
  );
});

test("only the deck's owner erases strokes of others, and undo restores their author", () => {
  const theirs = { ...form, id: 'b', author: ben, createdAt: '2026-01-31T09:30:00.000Z' };
  const reader = start();
  reader.sheet.take({ is: 'event', drawn: [theirs], erased: [] });
  reader.sheet.erase([theirs], undefined);
  expect([reader.count(), reader.sent.length]).toEqual([1, 0]);

  const owner = start({ mayEraseOthers: true });
  owner.sheet.take({ is: 'event', drawn: [theirs], erased: [] });
  owner.sheet.erase([theirs], undefined);
  owner.sheet.undoRedo('undo', undefined);
  expect(owner.sheet.state().strokes).toMatchObject([{ author: ben }]);
  expect(owner.sent[1]?.add).toMatchObject([{ restores: 'b' }]);
});

test('each inner slide of a single-document deck has its own history', () => {
  const { sheet, count } = start();
  sheet.draw(form, 0);
  sheet.draw(form, 1);
  sheet.undoRedo('undo', 0);
  expect(sheet.state().strokes).toMatchObject([{ inner: 1 }]);
  sheet.undoRedo('undo', 0);
  expect(count()).toBe(1);
});

test('undo skips a step whose strokes others have erased', () => {
  const { sheet, count } = start();
  sheet.draw(form, undefined);
  sheet.draw(form, undefined);
  sheet.take({
    is: 'event',
    drawn: [],
    erased: sheet
      .state()
      .strokes.slice(1)
      .map(({ id }) => id),
  });
  sheet.undoRedo('undo', undefined);
  expect(count()).toBe(0);
});

test('a full slide or a foreign drawing cannot be drawn on, but a full slide can be erased', () => {
  const { sheet, count } = start();
  const many = Array.from({ length: 2000 }, (_, at) => ({
    ...form,
    id: `s${at}`,
    author: ana,
    createdAt: '2026-01-31T09:30:00.000Z',
  }));
  sheet.take({ is: 'event', drawn: many, erased: [] });
  expect(sheet.state().lock).toBe('full');
  sheet.draw(form, undefined);
  expect(count()).toBe(2000);
  sheet.erase(many.slice(0, 1), undefined);
  expect(sheet.state().lock).toBeNull();
  sheet.setLock('foreign');
  sheet.draw(form, undefined);
  expect(count()).toBe(1999);
});
