import type { ZoomMessage } from '#web/protocol/frame-rights.ts';
import type { Direction } from '#web/protocol/messages.ts';
import type { GestureActions } from './stage-gestures.ts';
import {
  fitted,
  kept,
  panned,
  type Point,
  type Rectangle,
  type Size,
  slideRectangle,
  WHOLE,
  type Zoom,
  zoomedTo,
} from './zoom.ts';

type Pinch = Extract<ZoomMessage, { lectern: 'pinch' }>;

/** The zoom and center when a pinch started. */
export interface PinchStart {
  readonly zoom: Zoom;
  readonly at: Point;
}

/** What the view of a slide depends on, and what it changes. */
export interface ViewState {
  /** The slide's size in its own pixels. */
  readonly dimensions: Size;
  /** The size of the stage in CSS pixels. */
  readonly size: Size;
  /** The zoom that the user has asked for. */
  readonly wanted: Zoom;
  readonly setWanted: (next: (now: Zoom) => Zoom) => void;
  readonly pinched: { current: PinchStart | null };
  /** The corner of the stage in the window. */
  readonly corner: () => { readonly left: number; readonly top: number };
  /** Called for swipes on the stage around the slide; the bridge forwards swipes inside the frame. */
  readonly onSwipe: (direction: Direction) => void;
}

/** The slide's rectangle on the stage, and functions to zoom and pan it. */
export interface SlideView {
  /** The slide's rectangle on the stage, in CSS pixels. */
  slide: Rectangle;
  /** CSS pixels on the screen per slide pixel. */
  scale: number;
  isZoomed: boolean;
  /** Handles zoom gestures inside the slide's frame. */
  zoom: (message: ZoomMessage) => void;
  /** For gestures on overlays over the slide. */
  gestures: GestureActions;
  showWhole: () => void;
}

/** Where the slide is on the stage, and what gestures do to it. */
export function slideView({ dimensions, size, wanted, setWanted, pinched, corner, onSwipe }: ViewState): SlideView {
  const fit = fitted(dimensions, size);
  // The stage may have been resized since.
  const zoom = kept(wanted, fit, size);
  const slide = slideRectangle(dimensions, size, zoom);
  const scale = slide.width / dimensions.width;
  const change = (next: (zoom: Zoom) => Zoom) => setWanted((now) => kept(next(kept(now, fit, size)), fit, size));

  const fromMiddle = ({ x, y }: Point): Point => {
    const { left, top } = corner();
    return { x: x - left - size.width / 2, y: y - top - size.height / 2 };
  };
  const gestures: GestureActions = {
    swipe: onSwipe,
    zoomBy: (by, at) => change((now) => zoomedTo(now, now.factor * by, fromMiddle(at))),
    panBy: (by) => change((now) => panned(now, by)),
    isZoomed: () => zoom !== WHOLE,
  };
  const showWhole = () => setWanted(() => WHOLE);
  /** Converts frame pixels to an offset from the middle of the stage. */
  const inFrame = ({ x, y }: Point): Point => ({
    x: slide.left + x * scale - size.width / 2,
    y: slide.top + y * scale - size.height / 2,
  });
  const pinch = ({ phase, scale: apart, x, y }: Pinch): void => {
    if (phase === 'start' || pinched.current === null) pinched.current = { zoom, at: inFrame({ x, y }) };
    const before = pinched.current;
    // The end message has no new information and may arrive after other input has moved the slide.
    if (phase === 'end') pinched.current = null;
    else change(() => zoomedTo(before.zoom, before.zoom.factor * apart, before.at));
  };
  return {
    slide,
    scale,
    isZoomed: zoom !== WHOLE,
    gestures,
    zoom: (message) => {
      if (message.lectern === 'pinch') pinch(message);
      if (message.lectern === 'zoom') change((now) => zoomedTo(now, now.factor * message.by, inFrame(message)));
      if (message.lectern === 'pan') gestures.panBy(message);
      if (message.lectern === 'whole') showWhole();
    },
    showWhole,
  };
}
