import { useQuery } from '@tanstack/react-query';
import type { DeckDetail } from '#shared/decks.ts';
import type { Slide } from '#shared/slides.ts';
import { trpc } from '#web/lib/trpc.ts';

const NONE: readonly Slide[] = [];

/**
 * The slides that the server has rendered, in the order in which users count them. Empty if it has not. A deck that is rendered while it
 * is shown gets them as soon as its row says so.
 *
 * @returns null while they are requested
 */
export function useRenderedSlides({ id, currentVersionId: versionId, shownSlideCount }: DeckDetail): readonly Slide[] | null {
  const list = useQuery({ ...trpc.slides.list.queryOptions({ id, versionId }), enabled: shownSlideCount !== null });
  return list.isLoading ? null : (list.data?.items ?? NONE);
}
