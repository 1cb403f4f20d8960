import type { Manifest } from 'deck-format';

export type Slides = Manifest['slides'];

/** Consecutive slides in the same document, which navigates between them itself. */
export interface SlideRun {
  /** Index of its first slide in the package. */
  start: number;
  length: number;
  file: string;
}

/** The files of a deck's slides, in order. */
export type SlideFiles = readonly Pick<Slides[number], 'file'>[];

/** The consecutive slides that share the document of this slide. */
export function runOf(slides: SlideFiles, index: number): SlideRun {
  const file = slides[index]?.file ?? '';
  let start = index;
  while (start > 0 && slides[start - 1]?.file === file) start -= 1;
  let end = index + 1;
  while (slides[end]?.file === file && end < slides.length) end += 1;
  return { start, length: end - start, file };
}

/** First slides of the documents that are likely to be shown next, the most likely first. */
export function neighbours(slides: SlideFiles, index: number): number[] {
  const { start, length } = runOf(slides, index);
  const next = start + length < slides.length ? [start + length] : [];
  return start > 0 ? [...next, runOf(slides, start - 1).start] : next;
}

/** The parts of a deck that matter for navigation. */
export interface DeckShape {
  readonly slides: SlideFiles;
  /** Whether the deck has its own runtime. */
  readonly ownRuntime: boolean;
}

/** Whether all slides of the package are in one document. */
export function isOneDocument({ slides }: DeckShape): boolean {
  return runOf(slides, 0).length === slides.length;
}

/** Whether the deck has its own runtime, which handles keys inside its frame. */
export function keepsOwnRuntime(manifest: Pick<Manifest, 'architecture'>): boolean {
  return manifest.architecture.startsWith('single-file');
}

/**
 * Whether only scripts can render the slides of the deck, so that a still of one would be blank: decks with their own runtime, and
 * those that `stage pack --split` has divided into documents that each start the runtime.
 */
export function needsScripts(manifest: Manifest): boolean {
  return keepsOwnRuntime(manifest) || manifest.provenance?.conversionMode === 'split';
}
