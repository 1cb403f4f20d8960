import './ink.css';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stroke } from '#shared/ink.ts';
import { InkSurface, type SurfaceUse } from './InkSurface.tsx';
import { authorsOf } from './ink-view.ts';
import { MarkLayers } from './MarkLayers.tsx';
import { StrokeShape } from './StrokeShape.tsx';

interface InkLayerProps {
  /** Those that are to be seen. */
  strokes: readonly Stroke[];
  dimensions: { width: number; height: number };
  /** Null: the drawing is only looked at, and pointers reach the slide. */
  surface: SurfaceUse | null;
}

/** What is drawn on a slide, over it and in its units; and in draw mode the surface that catches the pen. */
export function InkLayer({ strokes, dimensions, surface }: InkLayerProps) {
  return (
    <>
      <DrawnInk strokes={strokes} viewBox={`0 0 ${dimensions.width} ${dimensions.height}`} />
      {surface !== null && <InkSurface {...surface} strokes={strokes} dimensions={dimensions} />}
    </>
  );
}

/** Apart from the surface, so that tools and pens change without looking at two thousand strokes again. */
const DrawnInk = memo(function DrawnInk({ strokes, viewBox }: { strokes: readonly Stroke[]; viewBox: string }) {
  const { t } = useTranslation();
  const people = t('ink.people', { count: authorsOf(strokes).length });
  const label =
    strokes.length === 0 ? t('ink.empty') : t('ink.label', { strokes: t('ink.strokes', { count: strokes.length }), people });
  const shapes = (marks: boolean): ReactNode =>
    strokes
      .filter(({ tool }) => (tool === 'highlighter') === marks)
      .map((stroke) => <StrokeShape key={stroke.id} stroke={stroke} />);
  return (
    <>
      <MarkLayers viewBox={viewBox}>{shapes(true)}</MarkLayers>
      <svg className="ink-layer" viewBox={viewBox} role="img" aria-label={label}>
        {shapes(false)}
      </svg>
    </>
  );
});
