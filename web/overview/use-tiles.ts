import { useMemo } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { useRenderedSlides } from '#web/stage/position/use-rendered-slides.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { needsScripts } from '#web/stage/position/slide-runs.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { type RenderedSlides, type Tile, tilesInside, tilesOfPackage } from './tiles.ts';
import { useWritten } from './use-written.ts';

const NONE: RenderedSlides = [];

/** All slides of a deck as tiles. */
export function useTiles(
  deck: DeckDetail,
  { count, isOneDocument }: Pick<DeckPosition, 'count' | 'isOneDocument'>,
  { outline, names }: Pick<InnerSlides, 'outline' | 'names'>,
): readonly Tile[] {
  const { slides } = deck.manifest;
  const hasStills = !needsScripts(deck.manifest);
  const written = useWritten(deck);
  const rendered = useRenderedSlides(deck) ?? NONE;
  return useMemo(
    () =>
      isOneDocument
        ? tilesInside(slides, count, { outline, names }, rendered, written)
        : tilesOfPackage(slides, hasStills, rendered, written),
    [slides, hasStills, isOneDocument, count, outline, names, rendered, written],
  );
}
