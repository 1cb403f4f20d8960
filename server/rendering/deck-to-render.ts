import type { Manifest } from 'deck-format';
import type { DeckToRender } from 'deck-renderer';
import type { VersionToRender } from './render-jobs.repo.ts';

/** What the renderer needs to know of a version. @param baseUrl the address at which the version plays for the renderer */
export function deckToRender({ manifest, slideSelector }: VersionToRender, baseUrl: string): DeckToRender {
  const { slides, dimensions } = manifest;
  return {
    baseUrl,
    slides: slides.map(({ file, label }) => ({ file, label })),
    dimensions: { width: lengthOf(dimensions.width), height: lengthOf(dimensions.height) },
    hasOwnRuntime: keepsOwnRuntime(manifest),
    slideSelector,
  };
}

/** Whether a document of the deck contains several slides and shows one of them at a time. The player decides in the same way. */
function keepsOwnRuntime({ architecture }: Manifest): boolean {
  return architecture.startsWith('single-file');
}

/** A manifest may contain any positive number. */
function lengthOf(pixels: number): number {
  return Math.min(Math.max(1, Math.round(pixels)), 100_000);
}
