import './avatar.css';
import type { Person } from '#shared/people.ts';
import { personColor } from '#web/lib/person-color.ts';

/** The initials of a person in their color. Hidden from screen readers: the name is beside it or names the control. */
export function Avatar({ person: { id, name } }: { person: Person }) {
  return (
    <span className="avatar" style={{ '--person': personColor(id) }} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** A dot in the color of a person, where there is no space for an avatar. */
export function PersonDot({ personId }: { personId: string }) {
  return <span className="person-dot" style={{ '--person': personColor(personId) }} aria-hidden="true" />;
}

/** "Ada Lovelace" becomes "AL"; a single name becomes its first letter. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : '';
  return `${firstLetter(words[0])}${firstLetter(last)}`.toLocaleUpperCase();
}

/** The first user-perceived character: an accented letter or a multi-part emoji stays whole. */
function firstLetter(word = ''): string {
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? '';
}
