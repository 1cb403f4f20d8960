import { posix } from 'node:path';
import { outermost } from '../html/elements.ts';
import { hasClass, type Tag } from '../html/tags.ts';
import { textOf } from '../html/text.ts';
import { baseName } from '../write/build-manifest.ts';

/** Reads a text file of the deck's folder; undefined where there is none. */
export type TextReader = (path: string) => Promise<string | undefined>;

const INLINE: readonly ((tag: Tag) => boolean)[] = [
  (tag) => (tag.name === 'aside' && hasClass(tag, 'notes')) || hasClass(tag, 'speaker-notes'),
  (tag) => tag.name === 'template' && tag.attributes.get('id') === 'notes',
  (tag) => tag.name === 'div' && hasClass(tag, 'notes'),
];

/** A slide's speaker notes by the format's order of places (FORMAT.md, "Speaker notes"); the first that is not empty. */
export async function speakerNotes(slide: string, html: string, readText: TextReader): Promise<string | null> {
  for (const path of noteFiles(slide)) {
    const text = cleanNote((await readText(path)) ?? '');
    if (text !== '') return text;
  }
  return inlineNotes(html);
}

/** Where a slide's notes may lie as a file of their own. */
export function noteFiles(slide: string): string[] {
  const base = baseName(slide);
  return [`speaker-notes/${base}.md`, `notes/${base}.md`, posix.join(posix.dirname(slide), `${base}.notes.md`)];
}

/** Notes inside of the slide's HTML. */
export function inlineNotes(html: string): string | null {
  for (const picks of INLINE) {
    const text = outermost(html, picks)
      .map(({ inner }) => textOf(inner))
      .find((note) => note !== '');
    if (text !== undefined) return text;
  }
  return null;
}

function cleanNote(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trim();
}
