import type { SignedIn } from '#web/lib/session.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';
import type { UnsentStore } from './unsent-store.ts';

/**
 * Gives work that an earlier build kept without its author's id to the person who is signed in, where it is certain to be
 * theirs: it was made during their session, which is the only one that a browser has at a time, or no one else is known to
 * have used this device. Otherwise it stays where it is.
 *
 * @param known ids of everyone who is known to have signed in on this device
 */
export async function adoptNameless(
  store: UnsentStore,
  { user, session }: SignedIn,
  known: readonly string[],
): Promise<UnsentStore> {
  try {
    const nameless = await store.all(NAMELESS);
    if (nameless.length === 0) return store;
    const people = new Set([...known, ...(await store.owners())]);
    const isAlone = [...people].every((id) => id === user.id || id === NAMELESS);
    const since = Date.parse(session.createdAt);
    for (const work of nameless) if (isAlone || work.keptAt >= since) await store.put({ ...work, userId: user.id });
  } catch {
    // A store that cannot be read now is read at the next visit.
  }
  return store;
}

const NAMELESS = '';
/** More are not needed to know that a device is shared. */
const PEOPLE_MAX = 5;

/** Remembers on this device that this person has signed in; returns everyone who has. */
export function rememberPerson(userId: string): readonly string[] {
  const known = (readSetting('people') ?? '').split(' ').filter((id) => id !== '');
  if (known.includes(userId)) return known;
  const people = [...known, userId].slice(-PEOPLE_MAX);
  writeSetting('people', people.join(' '));
  return people;
}
