import { createHash } from 'node:crypto';
import { z } from 'zod';
import { validationFailed } from '#server/errors.ts';

/** Which page of a list is wanted. Filters of lists extend it. */
export interface PageRequest {
  readonly limit: number;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** The end of a page of a keyset-paginated list: the sort key of the last row and, for rows with equal keys, its id. */
export interface CursorKey {
  readonly key: string;
  readonly id: string;
}

const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed());
const cursorSchema = z.tuple([z.string(), text, text]);

/** An opaque cursor. `list` identifies the list and its filter. The cursor is only valid for these. */
export function encodeCursor(list: string, { key, id }: CursorKey): string {
  return Buffer.from(JSON.stringify([digest(list), key, id])).toString('base64url');
}

/** @throws AppError VALIDATION_FAILED when it is malformed or belongs to another list or filter */
export function decodeCursor(list: string, cursor: string | undefined): CursorKey | null {
  if (cursor === undefined) return null;
  const parsed = cursorSchema.safeParse(parseOrNull(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data[0] !== digest(list)) throw badCursor();
  const [, key, id] = parsed.data;
  return { key, id };
}

/** The sort key of a list that is sorted by an instant. @throws AppError VALIDATION_FAILED */
export function instantOf(position: CursorKey): Date {
  const instant = z.iso.datetime({ precision: 3 }).safeParse(position.key);
  // The database has no year 0.
  if (!instant.success || instant.data.startsWith('0000')) throw badCursor();
  return new Date(instant.data);
}

/** Cuts `limit + 1` fetched rows to a page. If there is one row more than `limit`, there is a next page. */
export function toPage<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Keeps the cursor short even if the filter contains a long query. */
function digest(list: string): string {
  return createHash('sha256').update(list).digest('base64url').slice(0, 16);
}

function badCursor() {
  return validationFailed([{ path: 'cursor', message: 'This field must be a nextCursor of this list with the same filter.' }]);
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
