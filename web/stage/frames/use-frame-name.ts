import { useQuery } from '@tanstack/react-query';
import type { DeckDetail } from '#shared/decks.ts';
import { CHOSEN_SLIDES } from '#web/protocol/frame-name.ts';
import { trpc } from '#web/lib/trpc.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';

/**
 * The name of every frame of a deck with its own runtime. It tells the bridge which elements are the slides, if an editor of the deck
 * has chosen them; undefined if not.
 */
export function useOwnRuntimeName({ id, manifest }: Pick<DeckDetail, 'id' | 'manifest'>): string | undefined {
  const trust = useQuery({ ...trpc.playback.trust.queryOptions({ id }), staleTime: Number.POSITIVE_INFINITY });
  const selector = trust.data?.slideSelector ?? null;
  return selector === null || !keepsOwnRuntime(manifest) ? undefined : CHOSEN_SLIDES + selector;
}
