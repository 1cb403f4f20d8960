import { useSyncExternalStore } from 'react';

/** Versions that windows of this page stay on, by deck: a talk ends on the one that it began on. */
let pinned: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

/** From now on this page shows the deck in this version; null: in the current one. */
export function pinVersion(deckId: string, versionId: string | null): void {
  if ((pinned.get(deckId) ?? null) === versionId) return;
  const next = new Map(pinned);
  if (versionId === null) next.delete(deckId);
  else next.set(deckId, versionId);
  pinned = next;
  for (const listener of listeners) listener();
}

export function usePinnedVersion(deckId: string): string | null {
  return useSyncExternalStore(subscribe, () => pinned.get(deckId) ?? null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
