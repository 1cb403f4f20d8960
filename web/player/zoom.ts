/** How much larger than "as large as fits" the slide is, and how far its middle is from the stage's, in CSS pixels. */
export interface Zoom {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Zoom = { factor: 1, x: 0, y: 0 };
const MOST = 6;
/** Below this nobody meant to zoom. */
const LEAST = 1.04;

/** The size of a slide, as large as fits. */
export function fitted(slide: Size, stage: Size): Size {
  const scale = Math.min(stage.width / slide.width, stage.height / slide.height);
  return { width: slide.width * scale, height: slide.height * scale };
}

/** Another factor, with what is at `at` (from the stage's middle) staying there. */
export function zoomedTo({ factor, x, y }: Zoom, wanted: number, at: Point): Zoom {
  const next = Math.max(1, Math.min(wanted, MOST));
  const ratio = next / factor;
  return { factor: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

export function panned({ factor, x, y }: Zoom, by: Point): Zoom {
  return { factor, x: x + by.x, y: y + by.y };
}

/** The slide's edges come no farther in than the stage's, so that it cannot be lost. */
export function kept({ factor, x, y }: Zoom, fit: Size, stage: Size): Zoom {
  if (factor < LEAST) return WHOLE;
  const room = (slide: number, all: number) => Math.max(0, (slide * factor - all) / 2);
  const within = (value: number, most: number) => Math.max(-most, Math.min(value, most));
  return { factor, x: within(x, room(fit.width, stage.width)), y: within(y, room(fit.height, stage.height)) };
}
