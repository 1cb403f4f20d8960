import { MAX_SLIDES } from '../limits.ts';
import type { Element } from '../html/elements.ts';
import { headingOf } from '../html/text.ts';
import { baseName, type SlideFields } from '../write/build-manifest.ts';
import { textContent, type Content } from '../write/content.ts';
import type { DeckDraft, DeckFiles } from './draft.ts';
import { inlineNotes } from './notes.ts';
import { recognize } from './recognize.ts';
import { findSlides } from './slides-inside.ts';
import { PackError } from './source-tree.ts';
import { titleOfDeck } from './titles.ts';

/**
 * The draft of a reveal.js, impress.js or `<deck-stage>` deck that is split: every slide becomes a document of its own, with the
 * styles, scripts and configuration of the deck. The documents are in the folder of the original, so that relative URLs stay valid.
 *
 * @throws PackError if the deck is of another kind or has too many slides
 */
export function draftSplit(entry: string, html: string, source: DeckFiles): DeckDraft {
  const kind = recognize(html);
  const place = findSlides(html, kind);
  if (!place || place.slides.length === 0)
    throw new PackError('Only reveal.js, impress.js and <deck-stage> decks can be split; pack this one without --split.');
  // Each document contains the whole deck, so many slides take a lot of memory.
  if (place.slides.length > MAX_SLIDES)
    throw new PackError(
      `A deck can have at most ${MAX_SLIDES} slides, but this one has ${place.slides.length}; pack it without --split.`,
    );
  const files = new Map<string, Content>(source);
  files.delete(entry);
  const slides: SlideFields[] = [];
  for (const [at, inner] of place.slides.entries()) {
    const file = freeName(entry, at + 1, files);
    files.set(file, textContent(withOnly(html, place.container, inner)));
    const label = headingOf(inner);
    slides.push({ file, ...(label !== undefined && { label }), notes: inlineNotes(inner) });
  }
  return {
    kind,
    slides,
    files,
    title: titleOfDeck(html, kind),
    architecture: 'multi-file',
    sourceEntry: entry,
    conversionMode: 'split',
  };
}

function freeName(entry: string, number: number, files: ReadonlyMap<string, Content>): string {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const stem = `${folder}${baseName(entry)}-${String(number).padStart(3, '0')}`;
  return files.has(`${stem}.html`) ? `${stem}-split.html` : `${stem}.html`;
}

/** The document with one slide as its container's only content. */
function withOnly(html: string, container: Element, slide: string): string {
  const from = container.tag.end;
  return `${html.slice(0, from)}\n${slide}\n${html.slice(from + container.inner.length)}`;
}
