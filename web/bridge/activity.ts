import { send } from './channel.ts';
import { isFree } from './under-finger.ts';

const ACTIVE_EVERY_MS = 500;
const PEN_EVERY_MS = 100;

/**
 * Reports pointer movement to the player, which cannot see pointers over the frame. It shows its controls on any movement and
 * prepares drawing when a pen comes near.
 */
export function reportActivity(): void {
  const reportActive = atMostEvery(ACTIVE_EVERY_MS, () => send({ lectern: 'active' }));
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

function atMostEvery(milliseconds: number, act: () => void): () => void {
  let last = 0;
  return () => {
    if (Date.now() - last < milliseconds) return;
    last = Date.now();
    act();
  };
}
