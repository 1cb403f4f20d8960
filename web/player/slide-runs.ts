import type { Manifest } from 'deck-format';

export type Slides = Manifest['slides'];

/** Neighbouring slides that live in one document, which moves among them by itself. */
export interface SlideRun {
  /** Index of its first slide in the package. */
  start: number;
  length: number;
  file: string;
}

export function runOf(slides: Slides, index: number): SlideRun {
  const file = slides[index]?.file ?? '';
  let start = index;
  while (start > 0 && slides[start - 1]?.file === file) start -= 1;
  let end = index + 1;
  while (slides[end]?.file === file && end < slides.length) end += 1;
  return { start, length: end - start, file };
}

/** First slides of the documents that are likely to be shown next, the likeliest first. */
export function neighbours(slides: Slides, index: number): number[] {
  const { start, length } = runOf(slides, index);
  const next = start + length < slides.length ? [start + length] : [];
  return start > 0 ? [...next, runOf(slides, start - 1).start] : next;
}

/** Whether the deck brings its own way of moving, so that keys inside its frame are its own. */
export function keepsOwnRuntime(manifest: Manifest): boolean {
  return manifest.architecture.startsWith('single-file');
}
