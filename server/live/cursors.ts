import { validationFailed } from '#server/errors.ts';

/** How far each deck of a client's list is told; null: nothing yet. Short, because every event carries it. */
export function encodeCursors(cursors: readonly (number | null)[]): string {
  return `v${cursors.map((cursor) => cursor?.toString(36) ?? '').join('.')}`;
}

/** @throws AppError VALIDATION_FAILED for what is not the id of an event of a stream of `count` decks */
export function decodeCursors(id: string, count: number): (number | null)[] {
  const parts = /^v[0-9a-z]{0,11}(\.[0-9a-z]{0,11})*$/.test(id) ? id.slice(1).split('.') : [];
  const cursors = parts.map((part) => (part === '' ? null : Number.parseInt(part, 36)));
  if (cursors.length === count && cursors.every((cursor) => cursor === null || Number.isSafeInteger(cursor))) return cursors;
  throw validationFailed([{ path: 'lastEventId', message: 'must be the id of an event of this stream' }]);
}
