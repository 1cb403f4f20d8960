import { useQuery } from '@tanstack/react-query';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';

/** The deck as it was, or still is, in one of its versions; null: in the current one. Undefined until it is there. */
export function useDeckInVersion(deck: DeckDetail | undefined, versionId: string | null): DeckDetail | undefined {
  const target = { id: deck?.id ?? '', versionId: versionId ?? '' };
  // Fetched while it is still the current one, too: it may cease to be that in the middle of a talk, and nothing shall load then.
  const enabled = deck !== undefined && versionId !== null;
  const version = useQuery({ ...trpc.versions.get.queryOptions(target), enabled, staleTime: Infinity });

  if (deck === undefined || versionId === null || versionId === deck.currentVersionId) return deck;
  if (version.data === undefined) return undefined;
  const { version: shown, manifest } = version.data;
  return {
    ...deck,
    manifest,
    // Fetched when it may have been the current one.
    currentVersion: { ...shown, current: false },
    currentVersionId: shown.id,
    fingerprint: shown.fingerprint,
    slideCount: shown.slideCount,
  };
}
