/** The zoom factor relative to the fitted size, and the offset of the slide's center from the stage's center in CSS pixels. */
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

/** The whole slide, not zoomed. */
export const WHOLE: Zoom = { factor: 1, x: 0, y: 0 };
const MOST = 6;
/** Smaller factors count as accidental and reset the zoom. */
const LEAST = 1.04;

/** The largest size of a slide that fits the stage. */
export function fitted(slide: Size, stage: Size): Size {
  const scale = Math.min(stage.width / slide.width, stage.height / slide.height);
  return { width: slide.width * scale, height: slide.height * scale };
}

/** A rectangle on the stage, in CSS pixels. A type and not an interface, so that it is a style, too. */
export type Rectangle = Readonly<Record<'left' | 'top' | 'width' | 'height', number>>;

/** Where a slide is on the stage. Whole pixels: a fraction would show the frame's white background at the edge of a dark slide. */
export function slideRectangle(slide: Size, stage: Size, { factor, x, y }: Zoom): Rectangle {
  const fit = fitted(slide, stage);
  const [width, height] = [Math.round(fit.width * factor), Math.round(fit.height * factor)];
  return {
    left: Math.round((stage.width - width) / 2 + x),
    top: Math.round((stage.height - height) / 2 + y),
    width,
    height,
  };
}

/** Zooms to a factor while the point `at` (relative to the stage's center) stays in place. */
export function zoomedTo({ factor, x, y }: Zoom, wanted: number, at: Point): Zoom {
  const next = Math.max(1, Math.min(wanted, MOST));
  const ratio = next / factor;
  return { factor: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** Moves a zoomed slide. */
export function panned({ factor, x, y }: Zoom, by: Point): Zoom {
  return { factor, x: x + by.x, y: y + by.y };
}

/** Limits zoom and offset so that the slide still covers or fits the stage. */
export function kept({ factor, x, y }: Zoom, fit: Size, stage: Size): Zoom {
  if (factor < LEAST) return WHOLE;
  const overflow = (slide: number, all: number) => Math.max(0, (slide * factor - all) / 2);
  const within = (value: number, most: number) => Math.max(-most, Math.min(value, most));
  return { factor, x: within(x, overflow(fit.width, stage.width)), y: within(y, overflow(fit.height, stage.height)) };
}
