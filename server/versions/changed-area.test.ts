import { MINIATURE_COLUMNS } from 'deck-renderer';
import { expect, it } from 'vitest';
import { changedArea } from './changed-area.ts';

const ROWS = 54;

/** A white miniature with some darker cells: column, row and how much darker. */
function miniature(...cells: readonly (readonly [column: number, row: number, darker: number])[]): Uint8Array {
  const bytes = new Uint8Array(MINIATURE_COLUMNS * ROWS * 3).fill(255);
  for (const [column, row, darker] of cells) {
    const at = (row * MINIATURE_COLUMNS + column) * 3;
    bytes.fill(255 - darker, at, at + 3);
  }
  return bytes;
}

it('a letter of small print is found if the text has changed, and not otherwise', () => {
  const [before, after] = [miniature([48, 27, 40], [50, 27, 40]), miniature([48, 27, 44], [50, 27, 41])];
  expect(changedArea(before, after, true)).toEqual({
    x: 48 / MINIATURE_COLUMNS,
    y: 0.5,
    width: 1 / MINIATURE_COLUMNS,
    height: 1 / ROWS,
  });
  expect(changedArea(before, after, false)).toBeNull();
});

it('what the compression of pictures alters is no change beside a large one', () => {
  const [before, after] = [miniature([10, 10, 90]), miniature([10, 10, 20], [11, 10, 4], [40, 40, 3])];
  expect(changedArea(before, after, true)).toEqual({
    x: 10 / MINIATURE_COLUMNS,
    y: 10 / ROWS,
    width: 1 / MINIATURE_COLUMNS,
    height: 1 / ROWS,
  });
});

it('nothing is found in equal pictures, or where all that differs is the compression, and a slide of another shape has changed as a whole', () => {
  expect(changedArea(miniature([1, 1, 9]), miniature([1, 1, 9]), true)).toBeNull();
  expect(changedArea(miniature([1, 1, 9]), miniature([1, 1, 10]), true)).toBeNull();
  expect(changedArea(miniature(), miniature().subarray(0, 300), false)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

it('an edge that has moved by less than half of a cell is no change if the text is the same, and one that has moved further is', () => {
  const [before, after] = [miniature([10, 10, 200], [11, 10, 200]), miniature([10, 10, 200], [11, 10, 112], [9, 10, 88])];
  expect(changedArea(before, after, false)).toBeNull();
  expect(changedArea(before, after, true)).not.toBeNull();
  const further = miniature([10, 10, 200], [11, 10, 80], [9, 10, 120]);
  expect(changedArea(before, further, false)).toEqual({
    x: 9 / MINIATURE_COLUMNS,
    y: 10 / ROWS,
    width: 3 / MINIATURE_COLUMNS,
    height: 1 / ROWS,
  });
});
