import type { InkPoint } from '#shared/ink.ts';

/** The smallest movement that adds a point, in 1280ths of the slide: a third of a pixel on a large screen. */
const STEP = 0.6;

/** Whether `next` is far enough from `before` to be added. */
export function isNewPoint([x, y]: InkPoint, [beforeX, beforeY]: InkPoint, unit: number): boolean {
  return Math.hypot(x - beforeX, y - beforeY) >= STEP * unit;
}

/** Rounds a point to the visible precision, to keep requests small. */
export function roundedPoint(x: number, y: number, pressure: number | null, unit: number): InkPoint {
  // Two decimals on a slide of 1280 units, one more for each power of ten that its units are larger.
  const scale = 10 ** Math.max(0, 2 - Math.floor(Math.log10(unit)));
  const round = (value: number) => Math.round(value * scale) / scale;
  return pressure === null ? [round(x), round(y)] : [round(x), round(y), Math.round(pressure * 100) / 100];
}

/** The end point with Shift held: squares, circles and lines in steps of 45°. */
export function straightened(tool: string, [x, y]: InkPoint, [toX, toY]: InkPoint): InkPoint {
  const [across, up] = [toX - x, toY - y];
  if (tool === 'rectangle' || tool === 'ellipse') {
    const side = Math.max(Math.abs(across), Math.abs(up));
    return [x + side * (Math.sign(across) || 1), y + side * (Math.sign(up) || 1)];
  }
  const angle = Math.round(Math.atan2(up, across) / (Math.PI / 4)) * (Math.PI / 4);
  const length = Math.hypot(across, up);
  return [x + length * Math.cos(angle), y + length * Math.sin(angle)];
}
