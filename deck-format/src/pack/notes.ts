import { outermost } from '../html/elements.ts';
import { attributeOf, hasClass, type Tag } from '../html/markup.ts';
import { textOf } from '../html/text.ts';
import { baseName } from '../write/build-manifest.ts';

/** Reads a text file of the deck by its path. Undefined if it does not exist. */
export type TextReader = (path: string) => Promise<string | undefined>;

const INLINE: readonly ((tag: Tag) => boolean)[] = [
  (tag) => (tag.name === 'aside' && hasClass(tag, 'notes')) || hasClass(tag, 'speaker-notes'),
  (tag) => tag.name === 'template' && attributeOf(tag, 'id') === 'notes',
  (tag) => tag.name === 'div' && hasClass(tag, 'notes'),
];

/** The speaker notes of a slide: the first that are not empty, in the order of FORMAT.md, "Speaker notes". */
export async function speakerNotes(slide: string, html: string, readText: TextReader): Promise<string | null> {
  for (const path of noteFiles(slide)) {
    const text = cleanNote((await readText(path)) ?? '');
    if (text !== '') return text;
  }
  return inlineNotes(html);
}

/** The paths of files that can contain the notes of a slide, in the order in which they are tried. */
export function noteFiles(slide: string): string[] {
  const base = baseName(slide);
  const folder = slide.slice(0, slide.lastIndexOf('/') + 1);
  return [`speaker-notes/${base}.md`, `notes/${base}.md`, `${folder}${base}.notes.md`];
}

/** The speaker notes in the HTML of a slide. */
export function inlineNotes(html: string): string | null {
  for (const matches of INLINE) {
    const text = outermost(html, matches)
      .map(({ inner }) => textOf(inner))
      .find((note) => note !== '');
    if (text !== undefined) return text;
  }
  return null;
}

function cleanNote(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
