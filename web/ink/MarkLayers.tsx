import { type ReactNode, useId } from 'react';

/**
 * What the highlighter has drawn, under everything else, as on paper. It is laid over the slide twice: once to colour what
 * is light, and once, fainter, to be seen on what is dark. Text stays legible either way.
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
