import { wheelZoom } from '#web/protocol/gestures.ts';
import { type GestureActions, StageGestures } from './stage-gestures.ts';

/**
 * Handles touch, mouse and wheel input on the stage. Overlays such as drawing handle their own. Returns a function that stops
 * listening.
 */
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
      // Keeps panning if the mouse leaves the stage with the button held.
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
      // Ctrl+wheel; browsers report touchpad pinches the same way.
      if (event.ctrlKey || event.metaKey) actions().zoomBy(wheelZoom(event), { x: event.clientX, y: event.clientY });
      else if (actions().isZoomed()) actions().panBy({ x: -event.deltaX, y: -event.deltaY });
      else return;
      event.preventDefault();
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}
