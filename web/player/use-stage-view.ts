import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useElementSize } from '#web/ui/use-element-size.ts';
import type { LookMessage } from '#web/protocol/frame-rights.ts';
import type { Direction } from '#web/protocol/messages.ts';
import { listenForGestures } from './listen-for-gestures.ts';
import type { GestureActions } from './stage-gestures.ts';
import { fitted, kept, panned, type Point, type Size, WHOLE, type Zoom, zoomedTo } from './zoom.ts';

type Pinch = Extract<LookMessage, { lectern: 'pinch' }>;

/** Where the slide is on the stage, and the ways to look closer. */
export interface StageView {
  stage: RefCallback<HTMLElement>;
  /** The slide's rectangle on the stage, in CSS pixels. */
  slide: { left: number; top: number; width: number; height: number };
  /** CSS pixels of the screen for one of the slide's own. */
  scale: number;
  isZoomed: boolean;
  /** What fingers and wheel do in the slide's frame to look closer. */
  look: (message: LookMessage) => void;
  /** For fingers on what lies over the slide. */
  gestures: GestureActions;
  showWhole: () => void;
}

/** `onSwipe`: for fingers on what of the stage is ours, round the slide. Those inside its frame the bridge passes on. */
export function useStageView(dimensions: Size, onSwipe: (direction: Direction) => void): StageView {
  const [measure, size] = useElementSize<HTMLElement>();
  const [wanted, setWanted] = useState(WHOLE);
  const [element, setElement] = useState<HTMLElement | null>(null);
  /** The view at the time when two fingers went down, and where. */
  const pinched = useRef<{ zoom: Zoom; at: Point } | null>(null);

  const fit = fitted(dimensions, size);
  // The stage may have become another size since.
  const zoom = kept(wanted, fit, size);
  // Whole pixels: on part of one the frame's own white would shine through at the edge of a dark slide.
  const [width, height] = [Math.round(fit.width * zoom.factor), Math.round(fit.height * zoom.factor)];
  const slide = {
    left: Math.round((size.width - width) / 2 + zoom.x),
    top: Math.round((size.height - height) / 2 + zoom.y),
    width,
    height,
  };
  const scale = width / dimensions.width;
  const change = (next: (zoom: Zoom) => Zoom) => setWanted((now) => kept(next(kept(now, fit, size)), fit, size));

  const fromMiddle = ({ x, y }: Point): Point => {
    const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
    return { x: x - left - size.width / 2, y: y - top - size.height / 2 };
  };
  const gestures: GestureActions = {
    swipe: onSwipe,
    zoomBy: (by, at) => change((now) => zoomedTo(now, now.factor * by, fromMiddle(at))),
    panBy: (by) => change((now) => panned(now, by)),
    isZoomed: () => zoom !== WHOLE,
  };
  const latest = useEffectEvent(() => gestures);
  useEffect(() => (element === null ? undefined : listenForGestures(element, () => latest())), [element]);

  const showWhole = () => setWanted(WHOLE);
  /** A place in the frame's own pixels, from the middle of the stage. */
  const inFrame = ({ x, y }: Point): Point => ({
    x: slide.left + x * scale - size.width / 2,
    y: slide.top + y * scale - size.height / 2,
  });
  const pinch = ({ phase, scale: apart, x, y }: Pinch): void => {
    if (phase === 'start' || pinched.current === null) pinched.current = { zoom, at: inFrame({ x, y }) };
    const before = pinched.current;
    // The end says nothing new, and may come when something else has moved the slide already.
    if (phase === 'end') pinched.current = null;
    else change(() => zoomedTo(before.zoom, before.zoom.factor * apart, before.at));
  };

  const stage = useCallback(
    (target: HTMLElement | null) => {
      setElement(target);
      const stop = measure(target);
      return () => {
        if (typeof stop === 'function') stop();
        setElement(null);
      };
    },
    [measure],
  );

  return {
    stage,
    slide,
    scale,
    isZoomed: zoom !== WHOLE,
    gestures,
    look: (message) => {
      if (message.lectern === 'pinch') pinch(message);
      if (message.lectern === 'zoom') change((now) => zoomedTo(now, now.factor * message.by, inFrame(message)));
      if (message.lectern === 'pan') gestures.panBy(message);
      if (message.lectern === 'whole') showWhole();
    },
    showWhole,
  };
}
