import { send } from './channel.ts';
import { isFree } from './under-finger.ts';

const ACTIVE_EVERY_MS = 500;
/** A pointer that does not move for so long may have left the slide. */
const PAUSE_MS = 100;
const PEN_EVERY_MS = 100;

/**
 * Reports pointer movement to the player, which cannot see pointers over the frame. It shows its controls on any movement, closes the tooltip
 * of a control that the pointer has left, and prepares drawing when a pen comes near.
 */
export function reportActivity(): void {
  const reportActive = atMostEvery(ACTIVE_EVERY_MS, () => send({ lectern: 'active' }), PAUSE_MS);
  const reportPen = atMostEvery(PEN_EVERY_MS, () => send({ lectern: 'pen', down: false }));
  const act = ({ type, pointerType, target }: PointerEvent): void => {
    reportActive();
    // Elements of the slide that handle pen input themselves keep it.
    if (pointerType !== 'pen' || !isFree(target, /auto|manipulation|pan|pinch/)) return;
    if (type === 'pointerdown') send({ lectern: 'pen', down: true });
    else reportPen();
  };
  addEventListener('pointermove', act, { capture: true, passive: true });
  addEventListener('pointerdown', act, { capture: true, passive: true });
}

/**
 * @param pause a call after so many milliseconds without one always counts. A pointer that has come back from a control is reported at once:
 * the browser does not always tell the page that it has left the control.
 */
function atMostEvery(milliseconds: number, act: () => void, pause = milliseconds): () => void {
  let [lastAct, lastCall] = [-Infinity, -Infinity];
  return () => {
    const now = performance.now();
    const isDue = now - lastAct >= milliseconds || now - lastCall >= pause;
    lastCall = now;
    if (!isDue) return;
    lastAct = now;
    act();
  };
}
