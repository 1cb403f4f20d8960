import { useSyncExternalStore } from 'react';

/** The same condition as in `player.css`. */
const upright = matchMedia('(max-width: 600px) and (orientation: portrait)');

/** Whether the window is that of an upright phone, which has space below the slide. */
export function useUprightPhone(): boolean {
  return useSyncExternalStore(subscribe, () => upright.matches);
}

function subscribe(listener: () => void): () => void {
  upright.addEventListener('change', listener);
  return () => upright.removeEventListener('change', listener);
}
