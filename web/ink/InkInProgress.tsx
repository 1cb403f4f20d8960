import type { ReactNode } from 'react';
import { pathOf } from '#shared/ink-drawing/stroke-path.ts';
import { personColor } from '#web/lib/person-color.ts';
import { MarkLayers } from './MarkLayers.tsx';
import type { StrokeInProgress } from './strokes-in-progress.ts';

interface InkInProgressProps {
  strokes: readonly StrokeInProgress[];
  dimensions: { width: number; height: number };
}

/** Strokes that others are drawing, with their names. Screen readers learn of them when they are finished. */
export function InkInProgress({ strokes, dimensions: { width, height } }: InkInProgressProps) {
  const viewBox = `0 0 ${width} ${height}`;
  const shapes = (marks: boolean): ReactNode =>
    strokes
      .filter(({ stroke }) => (stroke.tool === 'highlighter') === marks)
      .map(({ window, stroke }) => <UnfinishedShape key={window} stroke={stroke} />);
  return (
    <div className="ink-in-progress" aria-hidden="true">
      <MarkLayers viewBox={viewBox}>{shapes(true)}</MarkLayers>
      <svg className="ink-layer" viewBox={viewBox}>
        {shapes(false)}
      </svg>
      {strokes.map(({ window, author, stroke }) => {
        const [x, y] = stroke.points.at(-1) ?? [0, 0];
        const [left, top] = [(100 * x) / width, (100 * y) / height];
        return (
          <span
            key={window}
            className="ink-drawer"
            data-from-end={left > 50}
            data-from-bottom={top > 80}
            style={{ left: `${left}%`, top: `${top}%`, '--person': personColor(author.id) }}
          >
            {author.name}
          </span>
        );
      })}
    </div>
  );
}

function UnfinishedShape({ stroke }: Pick<StrokeInProgress, 'stroke'>) {
  const { d, filled } = pathOf(stroke, false);
  const paint = filled ? { fill: stroke.color } : { fill: 'none', stroke: stroke.color, strokeWidth: stroke.width };
  return <path className="ink-stroke" d={d} {...paint} />;
}
