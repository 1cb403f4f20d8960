import { headingOf, titleOf } from '../html/text.ts';
import { baseName } from '../write/build-manifest.ts';
import type { DeckKind } from './recognize.ts';

/** What frameworks append to the title of a deck. */
const SUFFIXES: Partial<Record<DeckKind, RegExp>> = { slidev: / - Slidev$/ };

/** The title of a document that is a deck: its `<title>` without the name of the framework, or its first heading. */
export function titleOfDeck(html: string, kind: DeckKind): string | undefined {
  const suffix = SUFFIXES[kind];
  const title = titleOf(html);
  return (suffix && title ? title.replace(suffix, '') : title) || headingOf(html);
}

/** The title of a deck whose slides are documents: the title that all of them share, otherwise the heading or title of the first. */
export function titleOfSlides(slides: readonly string[]): string | undefined {
  const [first = ''] = slides;
  const title = titleOf(first);
  const isShared = slides.length > 1 && slides.every((html) => titleOf(html) === title);
  return isShared && title !== undefined ? title : (headingOf(first) ?? title);
}

/** The title of a deck that has none: the name of its file, or of its folder if the file has a name without meaning. */
export function titleFromNames(entry: string | undefined, folder: string): string {
  const base = entry === undefined ? '' : baseName(entry);
  return base === '' || /^index$/i.test(base) ? folder : base;
}
