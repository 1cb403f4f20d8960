import type { Person } from '#shared/people.ts';

/** Replaces a removed user in records that remain. */
const REMOVED: Person = { id: '', name: 'Removed user' };

/** The user in a joined row. */
export function personOf(id: string | null, name: string | null): Person {
  return id === null || name === null ? REMOVED : { id, name };
}
