import './ink.css';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stroke } from '#shared/ink.ts';
import { InkSurface, type SurfaceUse } from './surface/InkSurface.tsx';
import { authorsOf } from './sheets/ink-view.ts';
import { MarkLayers } from './MarkLayers.tsx';
import { StrokeShape } from './StrokeShape.tsx';

interface InkLayerProps {
  /** The visible strokes. */
  strokes: readonly Stroke[];
  dimensions: { width: number; height: number };
  /** Null if the drawing is view-only and pointers go to the slide. */
  surface: SurfaceUse | null;
}

/** The drawing over a slide, in slide units, and in draw mode the surface that receives pointers. */
export function InkLayer({ strokes, dimensions, surface }: InkLayerProps) {
  return (
    <>
      <DrawnInk strokes={strokes} viewBox={`0 0 ${dimensions.width} ${dimensions.height}`} />
      {surface !== null && <InkSurface {...surface} strokes={strokes} dimensions={dimensions} />}
    </>
  );
}

/** Separate from the surface, so that choosing a tool does not re-render up to two thousand strokes. */
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
