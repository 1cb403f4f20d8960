import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { LivePicture } from './LivePicture.tsx';

/** A pointer that only crosses a tile on its way wakes nothing. */
const LOOK_MS = 120;

interface LivePicturesProps {
  deck: DeckDetail;
  baseUrl: string;
  /** The box that the grid fills. */
  field: HTMLElement | null;
  /** The tile that has, or last had, the focus. */
  focused: number;
  /** The tile under the pointer, if there is one. */
  pointed: number | null;
  scale: number;
}

/** Two running pictures at most: of the tile with the focus, and of the last that the pointer has rested on. */
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

/** The last tile that the pointer has stayed on for a moment; null before the first. */
function useRested(pointed: number | null): number | null {
  const [rested, setRested] = useState<number | null>(null);
  useEffect(() => {
    if (pointed === null) return;
    const timer = setTimeout(() => setRested(pointed), LOOK_MS);
    return () => clearTimeout(timer);
  }, [pointed]);
  return rested;
}

/** Where in the field a tile's picture is, now and after every change of the grid; null: not there. */
function useTileBox(field: HTMLElement | null, current: number | null): CSSProperties | null {
  const [box, setBox] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (field === null || current === null) return;
    const measure = () => setBox(boxOf(field, current));
    // Rows that come into view for the first time take another height than was reckoned, and a search takes tiles away.
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
