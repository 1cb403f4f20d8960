import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Versions that this page still shows although newer ones have become current, by deck. */
const $kept = atom<ReadonlyMap<string, string>>(new Map());
/** Versions that the user of this page has made current, by deck. They are shown at once. */
const chosen = new Map<string, string>();

/**
 * Keeps showing a version of a deck, although `currentVersionId` has become current, until the user chooses that one. Loads what is
 * needed for it first. If that fails, the page shows the current version.
 */
export async function keepVersion(deckId: string, versionId: string, currentVersionId: string): Promise<void> {
  const isChosen = () => chosen.get(deckId) === currentVersionId;
  if ($kept.get().has(deckId) || isChosen()) return;
  const target = { id: deckId, versionId };
  try {
    await Promise.all([
      queryClient.query({ ...trpc.versions.get.queryOptions(target), staleTime: Infinity }),
      queryClient.query(trpc.playback.open.queryOptions(target)),
    ]);
  } catch {
    return;
  }
  if (!isChosen()) $kept.set(new Map([...$kept.get(), [deckId, versionId]]));
}

/** The user of this page has made this version current. Its event may arrive before or after this call. */
export function chooseVersion(deckId: string, versionId: string): void {
  chosen.set(deckId, versionId);
  releaseVersion(deckId);
}

/** Shows the current version of a deck from now on. */
export function releaseVersion(deckId: string): void {
  if ($kept.get().has(deckId)) $kept.set(new Map([...$kept.get()].filter(([id]) => id !== deckId)));
}

/** The version of a deck that this page keeps showing; null if it shows the current one. */
export function useKeptVersion(deckId: string): string | null {
  return useStore($kept).get(deckId) ?? null;
}
