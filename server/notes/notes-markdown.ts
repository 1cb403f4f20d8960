import type { DeckDetail } from '#shared/decks.ts';
import { innerTitle } from '#shared/inner-names.ts';
import type { Note } from '#shared/notes.ts';

/**
 * The notes of a deck as Markdown: the team's note of each slide or, if there is none, the note in the package.
 * Below it are the notes of the slides inside it, if it is a whole document. Notes of slides that the current version does not
 * have come last.
 */
export function notesMarkdown(
  { title, manifest }: Pick<DeckDetail, 'title' | 'manifest'>,
  notes: readonly Note[],
  unplaced: readonly Note[] = [],
): string {
  const bySlide = Map.groupBy(notes, ({ slideIndex }) => slideIndex);
  const slides = manifest.slides.flatMap(({ label, notes: own }, at) => {
    const written = bySlide.get(at) ?? [];
    const ofSlide = written.find(({ inner }) => inner === null)?.body ?? own ?? '';
    return [section(`## ${at + 1}. ${line(label)}`, ofSlide), ...written.flatMap(innerSection)];
  });
  const gone = unplaced.map(({ slideIndex, inner, body }) => {
    const inside = inner === null ? '' : `: ${line(innerTitle(inner))}`;
    return section(`## Slide ${slideIndex + 1} of an earlier version${inside}`, body);
  });
  return [`# ${line(title)}`, ...slides, ...gone].join('\n\n').concat('\n');
}

/** The note of a slide inside a slide that is a whole document. */
function innerSection({ inner, body }: Note): string[] {
  return inner === null ? [] : [section(`### ${line(innerTitle(inner))}`, body)];
}

function section(heading: string, body: string): string {
  const text = body.trim();
  return text === ''
    ? heading
    : `${heading}\n\n${text
        .split(/\r\n?|\n/)
        .map(bodyLine)
        .join('\n')}`;
}

/** Puts a title or label on one line and escapes Markdown and HTML in it, because it comes from a package. */
function line(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\`*_{}[\]<>()#+\-.!|~&]/g, String.raw`\$&`);
}

/** Escapes headings and HTML in a line of a note. Other Markdown stays. */
function bodyLine(text: string): string {
  return text
    .replaceAll(/[<\u2028\u2029]/g, (character) => (character === '<' ? String.raw`\<` : ' '))
    .replace(/^(\s{0,3})(#{1,6}(?=\s|$)|=+\s*$|-{2,}\s*$)/u, String.raw`$1\$2`);
}
