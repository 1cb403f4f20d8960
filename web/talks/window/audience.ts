import type { Presence } from '#shared/live.ts';
import type { Person } from '#shared/people.ts';
import type { Talk } from '#shared/talks.ts';

export interface Attendee {
  person: Person;
  follows: boolean;
}

/** The people other than the presenter who have the deck open, each listed once; followers first. */
export function attendeesOf(talk: Talk, presence: readonly Presence[]): Attendee[] {
  const people = new Map<string, Attendee>();
  for (const { person, following } of presence) {
    if (person.id === talk.presenter.id) continue;
    people.set(person.id, { person, follows: following === talk.id || people.get(person.id)?.follows === true });
  }
  const byName = (a: Attendee, b: Attendee) => a.person.name.localeCompare(b.person.name);
  return [...people.values()].toSorted((a, b) => Number(b.follows) - Number(a.follows) || byName(a, b));
}

/** How many people follow the talk; several windows of a person count once. */
export function followersOf(talk: Talk, presence: readonly Presence[]): number {
  return attendeesOf(talk, presence).filter(({ follows }) => follows).length;
}
