import { serializeSlideState } from '#server/slides/slide-state.service.ts';
import type { SlideState } from '#server/slides/slide-state.repo.ts';
import type { Note } from '#shared/notes.ts';

export function serializeNote(deckId: string, state: SlideState): Note {
  const { deckId: id, slideIndex, ...others } = serializeSlideState(deckId, state);
  return { deckId: id, slideIndex, inner: innerOf(state), body: state.value, ...others };
}

/** What the API calls the inner slide: null for the slide as a whole. */
export function innerOf({ inner }: { readonly inner: string }): string | null {
  return inner === '' ? null : inner;
}
