import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';

/** Versions that this page stays on, by deck. A talk stays on the version on which it started. */
const $pinned = atom<ReadonlyMap<string, string>>(new Map());

/** Shows a version of a deck from now on; null shows the current version. */
export function pinVersion(deckId: string, versionId: string | null): void {
  const pinned = $pinned.get();
  if ((pinned.get(deckId) ?? null) === versionId) return;
  const others = [...pinned].filter(([id]) => id !== deckId);
  $pinned.set(new Map(versionId === null ? others : [...others, [deckId, versionId]]));
}

/** The id of the version on which this page stays; null for the current version. */
export function usePinnedVersion(deckId: string): string | null {
  return useStore($pinned).get(deckId) ?? null;
}
