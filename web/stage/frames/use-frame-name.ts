import { useQuery } from '@tanstack/react-query';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { ownRuntimeName } from './slide-frame.ts';

/**
 * The name of every frame of a deck with its own runtime. It tells the bridge which elements are the slides, if an editor of the deck
 * has chosen them; undefined if not.
 */
export function useOwnRuntimeName({ id, manifest }: Pick<DeckDetail, 'id' | 'manifest'>): string | undefined {
  const trust = useQuery({ ...trpc.playback.trust.queryOptions({ id }), staleTime: Number.POSITIVE_INFINITY });
  return keepsOwnRuntime(manifest) ? ownRuntimeName(trust.data?.slideSelector ?? null) : undefined;
}
