import { type RefCallback, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useElementSize } from '#web/ui/use-element-size.ts';
import type { Direction } from '#web/protocol/messages.ts';
import { listenForGestures } from './listen-for-gestures.ts';
import { type PinchStart, type SlideView, slideView } from './slide-view.ts';
import { type Size, WHOLE } from './zoom.ts';

/** The view of a slide on a stage. */
export interface StageView extends SlideView {
  stage: RefCallback<HTMLElement>;
}

/** @param onSwipe called for swipes on the stage around the slide; the bridge forwards swipes inside the frame */
export function useStageView(dimensions: Size, onSwipe: (direction: Direction) => void): StageView {
  const [measure, size] = useElementSize<HTMLElement>();
  const [wanted, setWanted] = useState(WHOLE);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [pinched] = useState<{ current: PinchStart | null }>({ current: null });
  const corner = () => element?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const view = slideView({ dimensions, size, wanted, setWanted, pinched, corner, onSwipe });

  const latest = useEffectEvent(() => view.gestures);
  useEffect(() => (element === null ? undefined : listenForGestures(element, () => latest())), [element]);

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
  return { ...view, stage };
}
