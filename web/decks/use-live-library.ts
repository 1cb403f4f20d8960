import { useEffect } from 'react';
import { whenConnected } from '#web/lib/when-connected.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { readDeckListsAgain } from './deck-lists.ts';

/** Keeps the lists of decks up to date while the component is mounted. Loads the code of live updates after the page. */
export function useLiveLibrary(): void {
  useEffect(() => {
    const stop = new AbortController();
    void watchLibrary(stop.signal);
    return () => stop.abort();
  }, []);
}

async function watchLibrary(signal: AbortSignal): Promise<void> {
  const { live } = await whenConnected(() => import('#web/live/live.ts'));
  if (signal.aborted) return;
  const leave = live().window.watchLibrary(() => void readListsAgain());
  signal.addEventListener('abort', leave);
}

/** The versions of a deck may be listed over the library, and get their pictures meanwhile. */
async function readListsAgain(): Promise<void> {
  await Promise.all([readDeckListsAgain(), queryClient.invalidateQueries(trpc.versions.list.pathFilter())]);
}
