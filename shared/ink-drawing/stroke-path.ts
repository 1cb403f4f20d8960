import { getStroke, type Vec2 } from 'perfect-freehand';
import type { InkPoint, Stroke } from '#shared/ink.ts';

export type StrokeForm = Pick<Stroke, 'tool' | 'width' | 'points'>;

/** A stroke as SVG path data, in slide units. */
export interface StrokePath {
  readonly d: string;
  /**
   * True: the path is the outline, to be filled. False: the path is the center line, to be drawn with the width of the stroke.
   */
  readonly filled: boolean;
}

/**
 * The path of a stroke. An unknown tool is drawn as a pen.
 *
 * @param finished whether the stroke is complete; a pen stroke that is still being drawn does not taper off
 */
export function pathOf(stroke: StrokeForm, finished = true): StrokePath {
  const [first] = stroke.points;
  const last = stroke.points.at(-1);
  if (first === undefined || last === undefined) return { d: '', filled: false };
  switch (stroke.tool) {
    case 'rectangle':
      return { d: rectanglePath(first, last), filled: false };
    case 'ellipse':
      return { d: ellipsePath(first, last), filled: false };
    case 'line':
      return { d: linePath([first, last]), filled: false };
    case 'arrow':
      return { d: arrowPath(first, last, stroke.width), filled: false };
    case 'highlighter':
      return { d: stroke.points.length === 1 ? linePath([first, first]) : smoothLine(stroke.points), filled: false };
    default:
      return { d: penOutline(stroke, finished), filled: true };
  }
}

/** The ends of the two lines of an arrow head. Both lines begin at the tip. */
export function arrowHead([fromX, fromY]: InkPoint, [x, y]: InkPoint, width: number): [Vec2, Vec2] {
  const length = Math.min(Math.hypot(x - fromX, y - fromY), width * 4 + 6);
  const angle = Math.atan2(y - fromY, x - fromX);
  const barb = (turn: number): Vec2 => [x - length * Math.cos(angle + turn), y - length * Math.sin(angle + turn)];
  return [barb(Math.PI / 7), barb(-Math.PI / 7)];
}

/** The outline of a pen stroke. Without pressure data, faster parts of the stroke are thinner. */
function penOutline({ points, width }: StrokeForm, finished: boolean): string {
  const [first] = points;
  if (first === undefined) return '';
  const length = pathLength(points);
  if (length < width / 2) return dotPath(first, dotRadius(first, width));
  const outline = getStroke(points, {
    size: width,
    thinning: 0.45,
    smoothing: 0.5,
    streamline: 0.4,
    simulatePressure: first.length < 3,
    // While the pen moves, the stroke must reach the position of the pen.
    last: finished,
    // The start is round; the end of a finished stroke tapers to a point.
    end: { taper: finished ? Math.min(width * 3, length / 4) : 0 },
  });
  return smoothOutline(outline);
}

function pathLength(points: readonly InkPoint[]): number {
  let length = 0;
  for (let at = 1; at < points.length; at += 1) {
    const [x, y] = points[at] ?? [0, 0];
    const [beforeX, beforeY] = points[at - 1] ?? [0, 0];
    length += Math.hypot(x - beforeX, y - beforeY);
  }
  return length;
}

function dotRadius([, , pressure = 0.5]: InkPoint, width: number): number {
  return (width / 2) * (0.75 + pressure / 2);
}

function dotPath([x, y]: InkPoint, radius: number): string {
  const arc = `${round(radius)} ${round(radius)} 0 1 0`;
  return `M${round(x - radius)} ${round(y)}a${arc} ${round(2 * radius)} 0a${arc} ${round(-2 * radius)} 0Z`;
}

/** A closed curve without corners: it passes through the midpoints between the points, which are the control points. */
function smoothOutline(outline: readonly Vec2[]): string {
  const [first, second] = outline;
  if (first === undefined || second === undefined) return '';
  let d = `M${coordinates(midpoint(first, second))}Q`;
  for (let at = 1; at <= outline.length; at += 1) {
    const here = outline[at % outline.length] ?? first;
    d += `${coordinates(here)} ${coordinates(midpoint(here, outline[(at + 1) % outline.length] ?? first))} `;
  }
  return `${d}Z`;
}

function smoothLine(points: readonly InkPoint[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  let d = `M${coordinates(first)}`;
  for (let at = 1; at < points.length - 1; at += 1) {
    const here = points[at] ?? first;
    d += `Q${coordinates(here)} ${coordinates(midpoint(here, points[at + 1] ?? last))}`;
  }
  return `${d}L${coordinates(last)}`;
}

const linePath = (points: readonly (InkPoint | Vec2)[]): string => `M${points.map(coordinates).join('L')}`;

function rectanglePath([x, y]: InkPoint, [toX, toY]: InkPoint): string {
  return `M${round(x)} ${round(y)}H${round(toX)}V${round(toY)}H${round(x)}Z`;
}

function ellipsePath([x, y]: InkPoint, [toX, toY]: InkPoint): string {
  const [across, up] = [Math.abs(toX - x) / 2, Math.abs(toY - y) / 2];
  const arc = `a${round(across)} ${round(up)} 0 1 0`;
  return `M${round(Math.min(x, toX))} ${round((y + toY) / 2)}${arc} ${round(2 * across)} 0${arc} ${round(-2 * across)} 0Z`;
}

function arrowPath(from: InkPoint, tip: InkPoint, width: number): string {
  const [one, other] = arrowHead(from, tip, width);
  return `${linePath([from, tip])}${linePath([one, tip, other])}`;
}

const midpoint = ([x, y]: InkPoint | Vec2, [toX, toY]: InkPoint | Vec2): Vec2 => [(x + toX) / 2, (y + toY) / 2];
const coordinates = ([x, y]: InkPoint | Vec2): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 100) / 100;
