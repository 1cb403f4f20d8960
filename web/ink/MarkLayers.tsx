import { type ReactNode, useId } from 'react';

/**
 * Highlighter strokes, under all other strokes. They are drawn twice: once blended to color light parts of the slide, and once
 * fainter to be visible on dark parts. Text stays legible in both cases.
 */
export function MarkLayers({ viewBox, children }: { viewBox: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <svg className="ink-layer ink-marks" viewBox={viewBox} aria-hidden="true">
        <g id={id}>{children}</g>
      </svg>
      <svg className="ink-layer ink-marks-on-dark" viewBox={viewBox} aria-hidden="true">
        <use href={`#${id}`} />
      </svg>
    </>
  );
}
