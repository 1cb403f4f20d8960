import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { live } from './live.ts';
import type { Connection } from './messages.ts';

/** The connection state, for pages that watch a deck. */
export function useConnection(): Connection {
  const { window } = live();
  const connection = useSyncExternalStore(window.subscribe, window.connection);
  // The browser reports a lost network at once; the stream notices it only after a timeout.
  const hasNetwork = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return hasNetwork ? connection : 'offline';
}

/**
 * Calls `then` each time the connection is there after it was lost, but not when it is first made. A network that was lost before the
 * first connection counts: what the page has loaded by then may be from another network.
 */
export function useReconnection(then: () => void): void {
  const connection = useConnection();
  const isBack = useRef(false);
  const reconnected = useEffectEvent(then);
  useEffect(() => {
    if (connection === 'connecting') return;
    if (connection === 'live' && isBack.current) reconnected();
    isBack.current = true;
  }, [connection]);
}

function watchNetwork(listener: () => void): () => void {
  const names = ['online', 'offline'];
  for (const name of names) globalThis.addEventListener(name, listener);
  return () => {
    for (const name of names) globalThis.removeEventListener(name, listener);
  };
}
