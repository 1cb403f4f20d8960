import type { InkPoint, Stroke } from '#shared/ink.ts';
import { INK_POINTS_MAX } from '#shared/limits.ts';
import { isNewPoint, roundedPoint, straightened } from './freehand-points.ts';
import type { Gesture, Hand } from './hand.ts';
import type { DrawnForm } from './ink-sheet.ts';
import { colorOf, type DrawingTool, unitOf, widthOf } from './ink-tools.ts';
import { touches } from './stroke-hit.ts';

/** Half of the eraser, in CSS pixels. */
export const ERASER_REACH_PX = 10;

export function gestureOf(hand: Hand, event: PointerEvent, dimensions: { width: number; height: number }): Gesture {
  const { tool } = hand.choice;
  if (tool === 'eraser' || isEraserEnd(event)) return eraseGesture(hand, event);
  const ink = { tool, color: colorOf(hand.choice), width: widthOf(tool, hand.choice.width, dimensions) };
  switch (tool) {
    case 'pen':
    case 'highlighter':
      return freehandGesture(hand, event, ink);
    case 'text':
      return textGesture(hand, event);
    default:
      return shapeGesture(hand, event, { ...ink, unit: unitOf(dimensions) });
  }
}

type Ink = Pick<DrawnForm, 'color' | 'width'> & { tool: DrawingTool };

/** Many pens have an eraser at their other end. */
const isEraserEnd = ({ pointerType, buttons }: PointerEvent): boolean => pointerType === 'pen' && (buttons & 32) !== 0;

function freehandGesture(hand: Hand, start: PointerEvent, ink: Ink): Gesture {
  const { unit } = hand;
  const pointOf = (event: PointerEvent): InkPoint => {
    const [x, y] = hand.toSlide(event);
    return roundedPoint(x, y, start.pointerType === 'pen' && event.pressure > 0 ? event.pressure : pressureOfStart(start), unit);
  };
  let points = [pointOf(start)];
  const form = (more: readonly InkPoint[] = []): DrawnForm => ({ ...ink, points: [...points, ...more] });
  hand.preview(form());
  return {
    move(event) {
      // The screen is drawn less often than pens report: what came in between belongs to the stroke too.
      const passed = event.getCoalescedEvents();
      for (const each of passed.length > 0 ? passed : [event]) {
        const next = pointOf(each);
        const before = points.at(-1);
        if (before === undefined || isNewPoint(next, before, unit)) points.push(next);
      }
      if (points.length >= INK_POINTS_MAX) {
        hand.draw(form());
        points = points.slice(-1);
      }
      hand.preview(form(event.getPredictedEvents().slice(0, 2).map(pointOf)));
    },
    end() {
      hand.preview(null);
      hand.draw(form());
    },
    cancel: () => hand.preview(null),
  };
}

/** Mice and fingers do not tell; their strokes have no third number at all. */
const pressureOfStart = ({ pointerType, pressure }: PointerEvent): number | null =>
  pointerType === 'pen' && pressure > 0 ? pressure : null;

function shapeGesture(hand: Hand, start: PointerEvent, { unit, ...ink }: Ink & { unit: number }): Gesture {
  const corner = (event: PointerEvent): InkPoint => roundedPoint(...hand.toSlide(event), null, unit);
  const from = corner(start);
  let to = from;
  return {
    move(event) {
      const [x, y] = event.shiftKey ? straightened(ink.tool, from, corner(event)) : corner(event);
      to = roundedPoint(x, y, null, unit);
      hand.preview({ ...ink, points: [from, to] });
    },
    end() {
      hand.preview(null);
      // A slip of the hand is no shape.
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) >= 4 * hand.pixel) hand.draw({ ...ink, points: [from, to] });
    },
    cancel: () => hand.preview(null),
  };
}

function textGesture(hand: Hand, start: PointerEvent): Gesture {
  const at = roundedPoint(...hand.toSlide(start), null, hand.unit);
  return { move: () => undefined, end: () => hand.write(at), cancel: () => undefined };
}

function eraseGesture(hand: Hand, start: PointerEvent): Gesture {
  const met = new Map<string, Stroke>();
  let before = hand.toSlide(start);
  const pass = (event: PointerEvent): void => {
    const here = hand.toSlide(event);
    const touched = hand.strokes.filter(
      (stroke) => !met.has(stroke.id) && touches(stroke, before, here, ERASER_REACH_PX * hand.pixel),
    );
    before = here;
    for (const stroke of touched) {
      if (hand.mayErase(stroke)) met.set(stroke.id, stroke);
      else hand.meet(stroke, event);
    }
    if (touched.length > 0) hand.erasing(new Set(met.keys()));
  };
  pass(start);
  return {
    move(event) {
      const passed = event.getCoalescedEvents();
      for (const each of passed.length > 0 ? passed : [event]) pass(each);
    },
    end() {
      hand.erasing(new Set());
      hand.erase([...met.values()]);
    },
    cancel: () => hand.erasing(new Set()),
  };
}
