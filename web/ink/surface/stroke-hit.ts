import type { InkPoint, Stroke } from '#shared/ink.ts';
import { arrowHead } from '#shared/ink-drawing/stroke-path.ts';
import { textBox } from '#shared/ink-drawing/stroke-text.ts';

type Spot = readonly [number, number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The center lines of a stroke; its ink is at most half its width away from them. */
interface Trace {
  readonly lines: readonly (readonly Spot[])[];
  readonly box: Box;
}

/** Strokes are immutable, so each is traced once. */
const traces = new WeakMap<Stroke, Trace>();

/** Whether a line between two points, with a radius of `reach`, touches the stroke. All values are in slide units. */
export function touches(stroke: Stroke, from: Spot, to: Spot, reach: number): boolean {
  const { lines, box } = traceOf(stroke);
  const distance = reach + (stroke.tool === 'text' ? 0 : stroke.width / 2);
  if (!near(box, from, to, distance)) return false;
  if (stroke.tool === 'text' && inside(box, to)) return true;
  return lines.some((line) => line.some((spot, at) => segmentsWithin(spot, line[at + 1] ?? spot, from, to, distance)));
}

function traceOf(stroke: Stroke): Trace {
  const known = traces.get(stroke);
  if (known !== undefined) return known;
  const lines = linesOf(stroke);
  const spots = lines.flat();
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => y);
  const box = { left: least(xs), top: least(ys), right: -least(xs.map(negated)), bottom: -least(ys.map(negated)) };
  const trace = { lines, box };
  traces.set(stroke, trace);
  return trace;
}

function linesOf({ tool, points, width, text = '' }: Stroke): Spot[][] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  switch (tool) {
    case 'rectangle':
      return [corners(first, last)];
    case 'ellipse':
      return [around(first, last)];
    case 'line':
      return [[flat(first), flat(last)]];
    case 'arrow': {
      const [one, other] = arrowHead(first, last, width);
      return [
        [flat(first), flat(last)],
        [one, flat(last), other],
      ];
    }
    case 'text': {
      const [x, y] = first;
      const size = textBox(text, width);
      return [corners([x, y], [x + size.width, y + size.height])];
    }
    default:
      return [points.map(flat)];
  }
}

function corners([x, y]: InkPoint, [toX, toY]: InkPoint): Spot[] {
  return [
    [x, y],
    [toX, y],
    [toX, toY],
    [x, toY],
    [x, y],
  ];
}

const ELLIPSE_CORNERS = 48;

function around([x, y]: InkPoint, [toX, toY]: InkPoint): Spot[] {
  return Array.from({ length: ELLIPSE_CORNERS + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / ELLIPSE_CORNERS;
    return [(x + toX) / 2 + ((toX - x) / 2) * Math.cos(angle), (y + toY) / 2 + ((toY - y) / 2) * Math.sin(angle)];
  });
}

function near({ left, top, right, bottom }: Box, [x, y]: Spot, [toX, toY]: Spot, distance: number): boolean {
  return (
    Math.min(x, toX) <= right + distance &&
    Math.max(x, toX) >= left - distance &&
    Math.min(y, toY) <= bottom + distance &&
    Math.max(y, toY) >= top - distance
  );
}

function inside({ left, top, right, bottom }: Box, [x, y]: Spot): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Two segments are closest where they cross or at one of their ends. */
function segmentsWithin(a: Spot, b: Spot, c: Spot, d: Spot, distance: number): boolean {
  return (
    cross(a, b, c, d) ||
    distanceTo(a, c, d) <= distance ||
    distanceTo(b, c, d) <= distance ||
    distanceTo(c, a, b) <= distance ||
    distanceTo(d, a, b) <= distance
  );
}

function cross(a: Spot, b: Spot, c: Spot, d: Spot): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side([x, y]: Spot, [toX, toY]: Spot, [ofX, ofY]: Spot): number {
  return Math.sign((toX - x) * (ofY - y) - (toY - y) * (ofX - x));
}

function distanceTo([x, y]: Spot, [fromX, fromY]: Spot, [toX, toY]: Spot): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = alongX ** 2 + alongY ** 2;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * alongX + (y - fromY) * alongY) / length));
  return Math.hypot(x - fromX - part * alongX, y - fromY - part * alongY);
}

const flat = ([x, y]: InkPoint): Spot => [x, y];
const negated = (value: number): number => -value;
// Not Math.min(...values): some browsers do not accept ten thousand arguments.
const least = (values: readonly number[]): number => values.reduce((best, value) => Math.min(best, value), Infinity);
