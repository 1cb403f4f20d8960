import type { Stroke } from '#shared/ink.ts';
import type { Person } from '#shared/people.ts';
import type { InnerPlace } from '#web/stage/position/inner-slides.ts';

/** Whose drawings are visible. */
export type InkView = 'all' | 'mine' | 'none' | { readonly authorId: string };

/** The strokes at a place: those of the whole slide and those of the inner slide. */
export function strokesAt(strokes: readonly Stroke[], here: InnerPlace | undefined): Stroke[] {
  return strokes.filter((stroke) => isAt(stroke, here));
}

/** Whether a stroke belongs to the inner slide or to the whole slide. */
export function isAt({ inner }: Pick<Stroke, 'inner'>, here: InnerPlace | undefined): boolean {
  // Earlier versions of this application, and other programs, store the position of the inner slide.
  return inner === undefined || (here !== undefined && (inner === here.name || String(inner) === String(here.index)));
}

/** Whether a stroke is visible in this view. */
export function isShown({ author }: Pick<Stroke, 'author'>, view: InkView, myId: string): boolean {
  if (typeof view === 'object') return author.id === view.authorId;
  return view === 'all' || (view === 'mine' && author.id === myId);
}

export interface InkAuthor {
  readonly person: Person;
  readonly count: number;
}

/** The authors of the strokes, most strokes first. */
export function authorsOf(strokes: readonly Stroke[]): InkAuthor[] {
  const byAuthor = Map.groupBy(strokes, ({ author }) => author.id);
  return [...byAuthor.values()]
    .flatMap((theirs) => theirs.slice(-1).map(({ author }) => ({ person: author, count: theirs.length })))
    .toSorted((one, other) => other.count - one.count || one.person.name.localeCompare(other.person.name));
}
