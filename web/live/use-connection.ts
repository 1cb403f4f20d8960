import { useSyncExternalStore } from 'react';
import { live } from './live.ts';
import type { Connection } from './messages.ts';

/** Whether what is shown is fresh: for pages that watch a deck. */
export function useConnection(): Connection {
  const { window } = live();
  const connection = useSyncExternalStore(window.subscribe, window.connection);
  // The network says at once that it is gone; the stream only finds out when it is missed.
  const hasNetwork = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return hasNetwork ? connection : 'offline';
}

function watchNetwork(listener: () => void): () => void {
  const names = ['online', 'offline'];
  for (const name of names) globalThis.addEventListener(name, listener);
  return () => {
    for (const name of names) globalThis.removeEventListener(name, listener);
  };
}
