import { wheelZoom } from '#web/bridge/gestures.ts';
import { type GestureActions, StageGestures } from './stage-gestures.ts';

/** Fingers, mouse and wheel on the stage. What lies over the slide (drawing) has gestures of its own. Gives the way to stop. */
export function listenForGestures(stage: HTMLElement, actions: () => GestureActions): () => void {
  const gestures = new StageGestures({
    swipe: (direction) => actions().swipe(direction),
    zoomBy: (by, at) => actions().zoomBy(by, at),
    panBy: (by) => actions().panBy(by),
    isZoomed: () => actions().isZoomed(),
  });
  const stop = new AbortController();
  const { signal } = stop;
  const isOurs = ({ target }: Event) => !(target instanceof Element && target.closest('.slide-overlay') !== null);

  stage.addEventListener(
    'pointerdown',
    (event) => {
      if (!isOurs(event)) return;
      gestures.down(event);
      // A mouse that leaves the stage while it holds the slide goes on moving it.
      if (event.pointerType === 'mouse' && actions().isZoomed()) stage.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  stage.addEventListener('pointermove', (event) => gestures.move(event), { signal });
  stage.addEventListener('pointerup', (event) => gestures.up(event), { signal });
  stage.addEventListener('pointercancel', (event) => gestures.cancel(event), { signal });
  stage.addEventListener(
    'wheel',
    (event) => {
      // With Ctrl held, or two fingers on a touchpad, which comes as the same.
      if (event.ctrlKey || event.metaKey) actions().zoomBy(wheelZoom(event), { x: event.clientX, y: event.clientY });
      else if (actions().isZoomed()) actions().panBy({ x: -event.deltaX, y: -event.deltaY });
      else return;
      event.preventDefault();
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}
