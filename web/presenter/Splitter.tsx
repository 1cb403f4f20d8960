import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

const MIN = 25;
const MAX = 75;
const KEY_STEP = 2;

/**
 * Width of the slide side in percent, which the browser remembers. Null until the user has moved the divider: the stylesheet then
 * makes the slide as large as the window allows.
 */
export function useSplit(): [number | null, (percent: number | null) => void] {
  const [split, setSplit] = useState(() => within(Number(readSetting('presenter-split') || NaN)));
  const move = (percent: number | null) => {
    const next = percent === null ? null : within(percent);
    setSplit(next);
    writeSetting('presenter-split', next === null ? '' : String(next));
  };
  return [split, move];
}

const within = (percent: number): number | null =>
  Number.isFinite(percent) ? Math.round(Math.max(MIN, Math.min(MAX, percent))) : null;

interface SplitterProps {
  label: string;
  /** See `useSplit`. */
  percent: number | null;
  onMove: (percent: number | null) => void;
}

/** The divider between the two sides; it can be dragged or moved with arrow keys. */
export function Splitter({ label, percent, onMove }: SplitterProps) {
  const [divider, setDivider] = useState<HTMLElement | null>(null);
  const drag = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    onMove(shareAt(currentTarget, clientX));
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (step === undefined) return;
    // The arrow keys must not change the slide.
    event.preventDefault();
    event.stopPropagation();
    onMove(shareOf(event.currentTarget) + step);
  };
  return (
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      ref={setDivider}
      aria-valuenow={percent ?? (divider === null ? undefined : (within(shareOf(divider)) ?? undefined))}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onKeyDown={press}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onMove(null)}
    />
  );
}

/** The share of the page to the left of `x`, in percent. */
function shareAt(divider: HTMLElement, x: number): number {
  const { left, width } = divider.parentElement?.getBoundingClientRect() ?? { left: 0, width: 1 };
  return ((x - left) / width) * 100;
}

/** The share to the left of the divider. */
function shareOf(divider: HTMLElement): number {
  return shareAt(divider, divider.getBoundingClientRect().left);
}
