import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { LivePicture } from './LivePicture.tsx';

/** How long the pointer must rest on a tile before it starts a picture. */
const REST_MS = 120;

interface LivePicturesProps {
  deck: DeckDetail;
  baseUrl: string;
  /** The element that contains the grid. */
  field: HTMLElement | null;
  /** The tile that has, or last had, the focus. */
  focused: number;
  /** The tile under the pointer, if there is one. */
  pointed: number | null;
  scale: number;
}

/** At most two running pictures: for the tile with the focus, and for the last tile on which the pointer rested. */
export function LivePictures({ deck, baseUrl, field, focused, pointed, scale }: LivePicturesProps) {
  const rested = useRested(pointed);
  const other = rested === focused ? null : rested;
  const focusedBox = useTileBox(field, focused);
  const otherBox = useTileBox(field, other);
  return (
    <>
      <LivePicture deck={deck} baseUrl={baseUrl} current={focused} box={focusedBox} scale={scale} />
      {rested !== null && (
        <LivePicture deck={deck} baseUrl={baseUrl} current={rested} box={other === null ? null : otherBox} scale={scale} />
      )}
    </>
  );
}

/** The last tile on which the pointer rested; null before the first. */
function useRested(pointed: number | null): number | null {
  const [rested, setRested] = useState<number | null>(null);
  useEffect(() => {
    if (pointed === null) return;
    const timer = setTimeout(() => setRested(pointed), REST_MS);
    return () => clearTimeout(timer);
  }, [pointed]);
  return rested;
}

/** The position of a tile's picture in the field, updated when the grid changes; null if the tile does not exist. */
function useTileBox(field: HTMLElement | null, current: number | null): CSSProperties | null {
  const [box, setBox] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (field === null || current === null) return;
    const measure = () => setBox(boxOf(field, current));
    // Rows get their real height when they first come into view, and a search removes tiles.
    const sizes = new ResizeObserver(measure);
    const tiles = new MutationObserver(measure);
    for (const element of [field, ...field.children]) sizes.observe(element);
    tiles.observe(field, { childList: true, subtree: true });
    measure();
    return () => {
      sizes.disconnect();
      tiles.disconnect();
    };
  }, [field, current]);
  return current === null ? null : box;
}

function boxOf(field: HTMLElement, current: number): CSSProperties | null {
  const picture = field.querySelector(`[data-tile="${String(current)}"] .tile-picture`);
  if (picture === null) return null;
  const { left, top, width, height } = picture.getBoundingClientRect();
  const origin = field.getBoundingClientRect();
  return { left: left - origin.left, top: top - origin.top, width, height };
}
