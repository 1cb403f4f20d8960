import { useSyncExternalStore } from 'react';

/** Versions that this page stays on, by deck. A talk stays on the version on which it started. */
let pinned: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

/** Shows a version of a deck from now on; null shows the current version. */
export function pinVersion(deckId: string, versionId: string | null): void {
  if ((pinned.get(deckId) ?? null) === versionId) return;
  const next = new Map(pinned);
  if (versionId === null) next.delete(deckId);
  else next.set(deckId, versionId);
  pinned = next;
  for (const listener of listeners) listener();
}

/** The id of the version on which this page stays; null for the current version. */
export function usePinnedVersion(deckId: string): string | null {
  return useSyncExternalStore(subscribe, () => pinned.get(deckId) ?? null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
