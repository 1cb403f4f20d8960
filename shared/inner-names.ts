import { INNER_NAME_MAX } from './limits.ts';

/** What identifies a slide inside a document, as the document reports it. Untrusted text. */
export interface InnerIdentity {
  /** The id that its author gave it; null if there is none. */
  readonly id: string | null;
  /** Its heading or, without one, the beginning of its text. May be empty. */
  readonly title: string;
}

/**
 * The names of the slides inside a document: under these, notes and drawings are kept. A name stays the same in the next version of
 * the document as long as its slide keeps its id or, without one, its title and its place among slides with an equal title. A slide
 * without either is named by its position. No two slides get the same name, whatever the document reports.
 */
export function innerNames(slides: readonly InnerIdentity[]): string[] {
  const withId = Map.groupBy(slides, ({ id }) => id);
  const seen = new Map<string, number>();
  return slides.map(({ id, title }, at) => {
    const byId = `id:${id ?? ''}`;
    if (id !== null && isName(byId) && withId.get(id)?.length === 1) return byId;
    const words = plain(title);
    if (words === '') return `slide:${at + 1}`;
    const place = (seen.get(words) ?? 0) + 1;
    seen.set(words, place);
    return `title:${place}:${words}`;
  });
}

/** A slide inside a document, as its outline reports it (`web/protocol/messages`). Untrusted text. */
interface OutlinedSlide {
  readonly identity?: InnerIdentity | undefined;
  readonly label: string;
  readonly text: string;
}

/** The names of the slides that a document reports. */
export function namesOf(outline: readonly OutlinedSlide[]): string[] {
  return innerNames(outline.map(({ identity, label, text }) => identity ?? { id: null, title: label || text }));
}

/** The title in the name of an inner slide, for people who do not see the slide. */
export function innerTitle(name: string): string {
  const [, kind, rest = ''] = /^(id|slide|title):(.+)$/su.exec(name) ?? [];
  const [, place = '', title = ''] = /^(\d+):(.+)$/su.exec(rest) ?? [];
  if (kind === 'title' && title !== '') return place === '1' ? title : `${title} (${place})`;
  return kind === undefined ? name : rest;
}

/** Long enough for any heading, and short enough for a name with the largest place. */
const TITLE_MAX = INNER_NAME_MAX - 'title:10000:'.length;

/** Characters that no name may have, or that look different from one version to the next although nothing has changed. */
function plain(title: string): string {
  const words = title
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return words
    .slice(0, TITLE_MAX)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim();
}

function isName(name: string): boolean {
  return name.length > 'id:'.length && name.length <= INNER_NAME_MAX && name.isWellFormed() && !/\p{Cc}/u.test(name);
}
