import { memo } from 'react';
import type { Stroke } from '#shared/ink.ts';
import { pathOf } from '#shared/ink-drawing/stroke-path.ts';
import { linesOfText } from '#shared/ink-drawing/stroke-text.ts';

/** One stroke in SVG. Strokes are immutable, so each is rendered once. */
export const StrokeShape = memo(function StrokeShape({ stroke }: { stroke: Stroke }) {
  const { id, color, width, tool } = stroke;
  if (tool === 'text') return <TextShape stroke={stroke} />;
  const { d, filled } = pathOf(stroke);
  const paint = filled ? { fill: color } : { fill: 'none', stroke: color, strokeWidth: width };
  return <path className="ink-stroke" data-stroke={id} d={d} {...paint} />;
});

function TextShape({ stroke: { id, points, color, width, text = '' } }: { stroke: Stroke }) {
  const [[x, y] = [0, 0]] = points;
  return (
    <text className="ink-text" data-stroke={id} fill={color} fontSize={width}>
      {linesOfText(text, y, width).map(({ line, baseline }) => (
        <tspan key={baseline} x={x} y={baseline}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
