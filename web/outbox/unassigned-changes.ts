import type { SignedIn } from '#web/lib/session.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';
import type { UnsentStore } from './unsent-store.ts';

/**
 * Assigns changes that an earlier build stored without a user id to the signed-in user, if they are certainly theirs: they were
 * made during the user's session (a browser has one session at a time), or no one else is known to have used this device. Other
 * changes stay as they are.
 *
 * @param known ids of all users known to have signed in on this device
 */
export async function assignUnowned(
  store: UnsentStore,
  { user, session }: SignedIn,
  known: readonly string[],
): Promise<UnsentStore> {
  try {
    const unassigned = await store.all(UNASSIGNED);
    if (unassigned.length === 0) return store;
    const people = new Set([...known, ...(await store.owners())]);
    const isAlone = [...people].every((id) => id === user.id || id === UNASSIGNED);
    const since = Date.parse(session.createdAt);
    for (const work of unassigned) if (isAlone || work.keptAt >= since) await store.put({ ...work, userId: user.id });
  } catch {
    // If the store cannot be read now, the next visit tries again.
  }
  return store;
}

const UNASSIGNED = '';
/** Enough to know that a device is shared. */
const PEOPLE_MAX = 5;

/** Remembers on this device that the user has signed in; returns the ids of all users who have. */
export function rememberPerson(userId: string): readonly string[] {
  const known = (readSetting('people') ?? '').split(' ').filter((id) => id !== '');
  if (known.includes(userId)) return known;
  const people = [...known, userId].slice(-PEOPLE_MAX);
  writeSetting('people', people.join(' '));
  return people;
}
