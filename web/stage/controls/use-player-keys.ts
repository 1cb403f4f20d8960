import { useEffect, useEffectEvent } from 'react';
import type { KeyPress } from '#web/protocol/keys.ts';
import { listenForKeys } from './player-keys.ts';

/** `listenForKeys` for a component. */
export function usePlayerKeys(press: (key: KeyPress) => boolean): void {
  const take = useEffectEvent(press);
  useEffect(() => listenForKeys((key) => take(key)), []);
}
