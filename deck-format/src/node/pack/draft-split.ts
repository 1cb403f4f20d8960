import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { MAX_SLIDES } from '../../limits.ts';
import { outermost, type Element } from '../html/elements.ts';
import { hasClass, type Tag } from '../html/tags.ts';
import { headingOf, titleOf } from '../html/text.ts';
import { baseName, type SlideFields } from '../write/build-manifest.ts';
import { textContent, type Content } from '../write/content.ts';
import { contentsOf, type DeckDraft } from './draft.ts';
import { inlineNotes } from './notes.ts';
import { PackError } from './options.ts';
import { outsideHosts } from './outside-hosts.ts';
import { recognize, type DeckKind } from './recognize.ts';
import type { FolderListing } from './walk.ts';

/** A slide of a deck that is split. */
interface Piece {
  /** The HTML of the slide. */
  readonly inner: string;
  /** The whole document with this slide only. */
  readonly html: string;
}

/**
 * The draft of a reveal.js, impress.js or `<deck-stage>` deck that is split: every slide becomes a document of its own, with the
 * styles, scripts and configuration of the deck. The documents are in the folder of the original, so that relative URLs stay valid.
 *
 * @throws PackError if the deck is of another kind or has too many slides
 */
export async function draftSplit(root: string, entry: string, listing: FolderListing): Promise<DeckDraft> {
  const html = await readFile(join(root, entry), 'utf8');
  const kind = recognize(html);
  const pieces = piecesOf(html, kind);
  if (pieces.length === 0)
    throw new PackError('Only reveal.js, impress.js and <deck-stage> decks can be split; pack this one without --split.');
  // Each piece contains the whole document, so many pieces take a lot of memory.
  if (pieces.length > MAX_SLIDES)
    throw new PackError(
      `A deck can have at most ${MAX_SLIDES} slides, but this one has ${pieces.length}; pack it without --split.`,
    );
  const files = new Map<string, Content>(
    await contentsOf(
      root,
      listing.files.filter((path) => path !== entry),
    ),
  );
  const slides: SlideFields[] = [];
  for (const [at, piece] of pieces.entries()) {
    const file = freeName(entry, at + 1, files);
    files.set(file, textContent(piece.html));
    const label = headingOf(piece.inner);
    slides.push({ file, ...(label !== undefined && { label }), notes: inlineNotes(piece.inner) });
  }
  return {
    kind,
    slides,
    files,
    title: titleOf(html) ?? baseName(entry),
    architecture: 'multi-file',
    sourceEntry: entry,
    conversionMode: 'split',
    leftOut: listing.leftOut,
    remarks: outsideHosts(html),
  };
}

function freeName(entry: string, number: number, files: ReadonlyMap<string, Content>): string {
  const stem = posix.join(posix.dirname(entry), `${baseName(entry)}-${String(number).padStart(3, '0')}`);
  return files.has(`${stem}.html`) ? `${stem}-split.html` : `${stem}.html`;
}

function piecesOf(html: string, kind: DeckKind): Piece[] {
  switch (kind) {
    case 'reveal':
      return revealPieces(html);
    case 'impress':
      return flatPieces(
        html,
        (tag) => tag.attributes.get('id') === 'impress',
        (tag) => hasClass(tag, 'step'),
      );
    case 'deck-stage':
      return flatPieces(
        html,
        (tag) => tag.name === 'deck-stage',
        (tag) => tag.name === 'section',
      );
    default:
      return [];
  }
}

/** reveal.js does not show hidden sections. */
const isSection = (tag: Tag): boolean => tag.name === 'section' && tag.attributes.get('data-visibility') !== 'hidden';

/** A section that contains sections is a vertical stack, and each section in it is a slide. */
function revealPieces(html: string): Piece[] {
  const [container] = outermost(html, (tag) => hasClass(tag, 'slides'));
  if (!container) return [];
  return outermost(container.inner, isSection).flatMap((section) => {
    const stacked = outermost(section.inner, isSection);
    const slides =
      stacked.length > 0 ? stacked.map((child) => sourceOf(section.inner, child)) : [sourceOf(container.inner, section)];
    return slides.map((inner) => ({ inner, html: around(html, container, inner) }));
  });
}

/** The outermost elements for which `isSlide` is true, inside the first element for which `isContainer` is true. */
function flatPieces(html: string, isContainer: (tag: Tag) => boolean, isSlide: (tag: Tag) => boolean): Piece[] {
  const [container] = outermost(html, isContainer);
  if (!container) return [];
  return outermost(container.inner, isSlide).map((slide) => {
    const inner = sourceOf(container.inner, slide);
    return { inner, html: around(html, container, inner) };
  });
}

function sourceOf(html: string, { start, end }: Element): string {
  return html.slice(start, end);
}

/** The document with one slide as its container's only content. */
function around(html: string, container: Element, slide: string): string {
  const from = container.tag.end;
  return `${html.slice(0, from)}\n${slide}\n${html.slice(from + container.inner.length)}`;
}
