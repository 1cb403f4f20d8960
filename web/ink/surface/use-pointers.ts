import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { GestureActions } from '#web/stage/view/stage-gestures.ts';
import { type SurfaceActions, SurfacePointers } from './surface-pointers.ts';

interface PointerHandlers extends Omit<SurfaceActions, 'moves'> {
  /** Undefined if fingers that do not draw do nothing. */
  readonly moves: GestureActions | undefined;
  readonly leave: () => void;
}

/** Connects the surface's pointer events to `SurfacePointers`. */
export function usePointers(surface: RefObject<HTMLElement | null>, handlers: PointerHandlers): void {
  const now = useEffectEvent(() => handlers);

  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    const pointers = new SurfacePointers({
      moves: {
        swipe: (direction) => now().moves?.swipe(direction),
        zoomBy: (by, at) => now().moves?.zoomBy(by, at),
        panBy: (by) => now().moves?.panBy(by),
        isZoomed: () => now().moves?.isZoomed() ?? false,
      },
      admit: (event) => now().admit(event),
      begin: (event) => now().begin(event),
      hover: (event) => now().hover(event),
      onDrawing: (drawing) => now().onDrawing(drawing),
    });
    const stop = new AbortController();
    const { signal } = stop;
    const down = (event: PointerEvent) => {
      if (pointers.down(event)) element.setPointerCapture(event.pointerId);
    };
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('pointermove', (event) => pointers.move(event), { signal });
    element.addEventListener('pointerup', (event) => pointers.up(event), { signal });
    element.addEventListener('pointercancel', (event) => pointers.cancel(event), { signal });
    element.addEventListener('pointerleave', () => now().leave(), { signal });
    return () => {
      stop.abort();
      pointers.end();
    };
  }, [surface]);
}
