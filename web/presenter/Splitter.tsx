import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

const MIN = 25;
const MAX = 75;
const USUAL = 58;
const KEY_STEP = 2;

/** Width of the slide side in percent; the browser remembers the last choice. */
export function useSplit(): [number, (percent: number) => void] {
  const [split, setSplit] = useState(() => within(Number(readSetting('presenter-split') ?? USUAL)));
  const move = (percent: number) => {
    const next = within(percent);
    setSplit(next);
    writeSetting('presenter-split', String(next));
  };
  return [split, move];
}

const within = (percent: number): number =>
  Number.isFinite(percent) ? Math.round(Math.max(MIN, Math.min(MAX, percent))) : USUAL;

interface SplitterProps {
  label: string;
  percent: number;
  onMove: (percent: number) => void;
}

/** The divider between the two sides; it can be dragged or moved with arrow keys. */
export function Splitter({ label, percent, onMove }: SplitterProps) {
  const drag = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) onMove(((clientX - box.left) / box.width) * 100);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (step === undefined) return;
    // The arrow keys must not change the slide.
    event.preventDefault();
    event.stopPropagation();
    onMove(percent + step);
  };
  return (
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onKeyDown={press}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onMove(USUAL)}
    />
  );
}
