import { tell } from './channel.ts';
import { isFree } from './under-finger.ts';

const ACTIVE_EVERY_MS = 500;
const PEN_EVERY_MS = 100;

/** The player's controls come when somebody moves, and its ink when a pen comes near; it can see neither over the frame. */
export function tellOfActivity(): void {
  const tellActive = atMostEvery(ACTIVE_EVERY_MS, () => tell({ lectern: 'active' }));
  const tellPen = atMostEvery(PEN_EVERY_MS, () => tell({ lectern: 'pen', down: false }));
  const act = ({ type, pointerType, target }: PointerEvent): void => {
    tellActive();
    // Something in the slide that follows pens by itself keeps them.
    if (pointerType !== 'pen' || !isFree(target, /auto|manipulation|pan|pinch/)) return;
    if (type === 'pointerdown') tell({ lectern: 'pen', down: true });
    else tellPen();
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
