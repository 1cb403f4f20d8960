import { MINIATURE_COLUMNS } from 'deck-renderer';
import type { Area } from '#shared/comparison.ts';

/** How much the mean of a cell may differ, of 255. Pictures are compressed, so that a change in one place alters others by up to 3. */
const TOLERANCE = 5;
/** If the text is known to have changed, what differs most is part of the change, however little that is: a letter in small print. As a part of that. */
const OF_LARGEST = 0.75;
/** What every picture may differ by. */
const TOLERANCE_MIN = 2;
/**
 * How much more it may differ, as a part of the difference to the cells around it: about half of a cell, which is seven pixels wide. Smooth
 * movements end some pixels earlier or later. Not if the text is known to have changed, because then the cells of one letter matter.
 */
const SHIFT = 0.5;
const ROW = MINIATURE_COLUMNS * 3;

/**
 * Finds the part of a slide that looks different, from the miniatures of its pictures.
 *
 * @param isTextChanged whether the text of the slide has changed
 * @returns the smallest rectangle with all changes; null if there is none. The whole slide if its shape has changed
 */
export function changedArea(before: Uint8Array, after: Uint8Array, isTextChanged: boolean): Area | null {
  if (before.length !== after.length) return { x: 0, y: 0, width: 1, height: 1 };
  if (Buffer.compare(before, after) === 0) return null;
  const rows = after.length / ROW;
  const shift = isTextChanged ? 0 : SHIFT;
  const tolerance = isTextChanged ? Math.min(TOLERANCE, Math.max(TOLERANCE_MIN, OF_LARGEST * largest(before, after))) : TOLERANCE;
  let [left, top, right, bottom] = [MINIATURE_COLUMNS, rows, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    const difference = Math.abs((before[at] ?? 0) - (after[at] ?? 0));
    if (difference < tolerance) continue;
    const cell = Math.floor(at / 3);
    const column = cell % MINIATURE_COLUMNS;
    const row = Math.floor(cell / MINIATURE_COLUMNS);
    const isInside = column >= left && column <= right && row >= top && row <= bottom;
    if (isInside || difference < tolerance + shift * Math.max(contrastAt(before, at), contrastAt(after, at))) continue;
    left = Math.min(left, column);
    top = Math.min(top, row);
    right = Math.max(right, column);
    bottom = Math.max(bottom, row);
  }
  if (right < 0) return null;
  return {
    x: left / MINIATURE_COLUMNS,
    y: top / rows,
    width: (right - left + 1) / MINIATURE_COLUMNS,
    height: (bottom - top + 1) / rows,
  };
}

function largest(before: Uint8Array, after: Uint8Array): number {
  return after.reduce((most, byte, at) => Math.max(most, Math.abs((before[at] ?? 0) - byte)), 0);
}

/** The largest difference between a cell and those beside, above and below it, in one channel. */
function contrastAt(cells: Uint8Array, at: number): number {
  const value = cells[at] ?? 0;
  const differenceTo = (other: number): number => Math.abs((cells[other] ?? value) - value);
  return Math.max(differenceTo(at - 3), differenceTo(at + 3), differenceTo(at - ROW), differenceTo(at + ROW));
}
