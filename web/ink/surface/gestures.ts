import type { InkPoint, Stroke } from '#shared/ink.ts';
import { INK_POINTS_MAX } from '#shared/limits.ts';
import { isNewPoint, roundedPoint, straightened } from './freehand-points.ts';
import type { Gesture, GestureTarget } from './gesture-target.ts';
import type { DrawnForm } from '#web/ink/sheets/ink-sheet.ts';
import { colorOf, type DrawingTool, unitOf, widthOf } from '#web/ink/toolbar/ink-tools.ts';
import { touches } from './stroke-hit.ts';

/** Radius of the eraser in CSS pixels. */
export const ERASER_REACH_PX = 10;

/** The gesture that starts with a pointerdown: freehand, shape, text or eraser. */
export function gestureOf(target: GestureTarget, event: PointerEvent, dimensions: { width: number; height: number }): Gesture {
  const { tool } = target.choice;
  if (tool === 'eraser' || isEraserEnd(event)) return eraseGesture(target, event);
  const ink = { tool, color: colorOf(target.choice), width: widthOf(tool, target.choice.width, dimensions) };
  switch (tool) {
    case 'pen':
    case 'highlighter':
      return freehandGesture(target, event, ink);
    case 'text':
      return textGesture(target, event);
    default:
      return shapeGesture(target, event, { ...ink, unit: unitOf(dimensions) });
  }
}

type Ink = Pick<DrawnForm, 'color' | 'width'> & { tool: DrawingTool };

/** Pens report their eraser end as button 32. */
const isEraserEnd = ({ pointerType, buttons }: PointerEvent): boolean => pointerType === 'pen' && (buttons & 32) !== 0;

function freehandGesture(target: GestureTarget, start: PointerEvent, ink: Ink): Gesture {
  const { unit } = target;
  const pointOf = (event: PointerEvent): InkPoint => {
    const [x, y] = target.toSlide(event);
    return roundedPoint(x, y, start.pointerType === 'pen' && event.pressure > 0 ? event.pressure : pressureOfStart(start), unit);
  };
  let points = [pointOf(start)];
  const form = (more: readonly InkPoint[] = []): DrawnForm => ({ ...ink, points: [...points, ...more] });
  target.preview(form());
  return {
    move(event) {
      // Pens report more often than the screen refreshes; coalesced events belong to the stroke too.
      const passed = event.getCoalescedEvents();
      for (const each of passed.length > 0 ? passed : [event]) {
        const next = pointOf(each);
        const before = points.at(-1);
        if (before === undefined || isNewPoint(next, before, unit)) points.push(next);
      }
      if (points.length >= INK_POINTS_MAX) {
        target.draw(form());
        points = points.slice(-1);
      }
      target.preview(form(event.getPredictedEvents().slice(0, 2).map(pointOf)));
    },
    end() {
      target.draw(form());
      target.preview(null);
    },
    cancel: () => target.preview(null),
  };
}

/** Only pens report a pressure; points of other pointers have no third number. */
const pressureOfStart = ({ pointerType, pressure }: PointerEvent): number | null =>
  pointerType === 'pen' && pressure > 0 ? pressure : null;

function shapeGesture(target: GestureTarget, start: PointerEvent, { unit, ...ink }: Ink & { unit: number }): Gesture {
  const corner = (event: PointerEvent): InkPoint => roundedPoint(...target.toSlide(event), null, unit);
  const from = corner(start);
  let to = from;
  return {
    move(event) {
      const [x, y] = event.shiftKey ? straightened(ink.tool, from, corner(event)) : corner(event);
      to = roundedPoint(x, y, null, unit);
      target.preview({ ...ink, points: [from, to] });
    },
    end() {
      // A movement this small is accidental.
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) >= 4 * target.pixel) target.draw({ ...ink, points: [from, to] });
      target.preview(null);
    },
    cancel: () => target.preview(null),
  };
}

function textGesture(target: GestureTarget, start: PointerEvent): Gesture {
  const at = roundedPoint(...target.toSlide(start), null, target.unit);
  return { move: () => undefined, end: () => target.write(at), cancel: () => undefined };
}

function eraseGesture(target: GestureTarget, start: PointerEvent): Gesture {
  const met = new Map<string, Stroke>();
  let before = target.toSlide(start);
  const pass = (event: PointerEvent): void => {
    const here = target.toSlide(event);
    const touched = target.strokes.filter(
      (stroke) => !met.has(stroke.id) && touches(stroke, before, here, ERASER_REACH_PX * target.pixel),
    );
    before = here;
    for (const stroke of touched) {
      if (target.mayErase(stroke)) met.set(stroke.id, stroke);
      else target.meet(stroke, event);
    }
    if (touched.length > 0) target.erasing(new Set(met.keys()));
  };
  pass(start);
  return {
    move(event) {
      const passed = event.getCoalescedEvents();
      for (const each of passed.length > 0 ? passed : [event]) pass(each);
    },
    end() {
      target.erasing(new Set());
      target.erase([...met.values()]);
    },
    cancel: () => target.erasing(new Set()),
  };
}
