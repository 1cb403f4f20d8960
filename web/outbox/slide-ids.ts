import type { DeckDetail } from '#shared/decks.ts';
import { api } from '#web/lib/trpc.ts';
import type { SlideRef, Unsent } from './unsent.ts';

/** Identifies a slide of the shown version; `slideId` is its id in the package if no other slide has the same one. */
export function slideRef(deck: DeckDetail, slideIndex: number): SlideRef {
  const id = deck.manifest.slides[slideIndex]?.id;
  const slideId = id !== undefined && indexesOf(deck, id).length === 1 ? id : null;
  return { deckId: deck.id, deckTitle: deck.title, slideIndex, versionId: deck.currentVersionId, slideId };
}

/** Where the slide is in the current version, matched by id as on the server; null if that is unknown. */
export async function placeNow({ deckId, slideId }: Unsent): Promise<{ slideIndex: number; versionId: string } | null> {
  if (slideId === null) return null;
  const deck = await api.decks.get.query({ id: deckId });
  const [slideIndex, ...more] = indexesOf(deck, slideId);
  return slideIndex === undefined || more.length > 0 ? null : { slideIndex, versionId: deck.currentVersionId };
}

function indexesOf({ manifest }: DeckDetail, id: string): number[] {
  return manifest.slides.flatMap((slide, at) => (slide.id === id ? [at] : []));
}
