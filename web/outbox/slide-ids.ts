import type { DeckDetail } from '#shared/decks.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import type { Unsent } from './unsent.ts';

/** The id of a slide in its package, where no other slide has the same; null also when that version is not at hand. */
export function slideIdOf({ deckId, slideIndex, versionId }: Pick<Unsent, 'deckId' | 'slideIndex' | 'versionId'>): string | null {
  const deck = queryClient.getQueryData(trpc.decks.get.queryKey({ id: deckId }));
  if (deck?.currentVersionId !== versionId) return null;
  const id = deck.manifest.slides[slideIndex]?.id;
  return id !== undefined && indexesOf(deck, id).length === 1 ? id : null;
}

/** Where the slide is in the version that is current now; null: nobody can tell. As the server matches slides by their ids. */
export async function placeNow({ deckId, slideId }: Unsent): Promise<{ slideIndex: number; versionId: string } | null> {
  if (slideId === null) return null;
  const deck = await api.decks.get.query({ id: deckId });
  const [slideIndex, ...more] = indexesOf(deck, slideId);
  return slideIndex === undefined || more.length > 0 ? null : { slideIndex, versionId: deck.currentVersionId };
}

function indexesOf({ manifest }: DeckDetail, id: string): number[] {
  return manifest.slides.flatMap((slide, at) => (slide.id === id ? [at] : []));
}
