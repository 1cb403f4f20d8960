import { validationFailed } from '#server/errors.ts';

/**
 * Encodes the last number sent for each deck of the client's list; null: nothing yet. It is short, because every event contains
 * it.
 */
export function encodeCursors(cursors: readonly (number | null)[]): string {
  return `v${cursors.map((cursor) => cursor?.toString(36) ?? '').join('.')}`;
}

/** @throws AppError VALIDATION_FAILED if `id` is not the id of an event of a stream of `count` decks */
export function decodeCursors(id: string, count: number): (number | null)[] {
  if (count === 0 && id === 'v') return [];
  const parts = /^v[0-9a-z]{0,11}(\.[0-9a-z]{0,11})*$/.test(id) ? id.slice(1).split('.') : [];
  const cursors = parts.map((part) => (part === '' ? null : Number.parseInt(part, 36)));
  if (cursors.length === count && cursors.every((cursor) => cursor === null || Number.isSafeInteger(cursor))) return cursors;
  throw validationFailed([{ path: 'lastEventId', message: 'This field must be the id of an event of this stream.' }]);
}
