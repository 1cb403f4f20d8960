import type { Person } from '#shared/roles.ts';

/** Stands for somebody who was removed: what they did remains. */
const REMOVED: Person = { id: '', name: 'Removed user' };

/** The person of a joined row. */
export function personOf(id: string | null, name: string | null): Person {
  return id === null || name === null ? REMOVED : { id, name };
}
