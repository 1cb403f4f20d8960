import { useQuery } from '@tanstack/react-query';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';

/** The deck in a given version, or in the current one if `versionId` is null; undefined until it is loaded. */
export function useDeckInVersion(deck: DeckDetail | undefined, versionId: string | null): DeckDetail | undefined {
  const target = { id: deck?.id ?? '', versionId: versionId ?? '' };
  // Loaded even while it is the current version: a newer version may replace it during a talk, and the talk must not wait for a
  // request then.
  const enabled = deck !== undefined && versionId !== null;
  const version = useQuery({ ...trpc.versions.get.queryOptions(target), enabled, staleTime: Infinity });

  if (deck === undefined || versionId === null || versionId === deck.currentVersionId) return deck;
  if (version.data === undefined) return undefined;
  const { version: shown, manifest } = version.data;
  return {
    ...deck,
    manifest,
    // The response may be from the time when it was current.
    currentVersion: { ...shown, current: false },
    currentVersionId: shown.id,
    fingerprint: shown.fingerprint,
    slideCount: shown.slideCount,
  };
}
