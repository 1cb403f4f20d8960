import { presentSlideState } from '#server/slides/slide-state.presenter.ts';
import type { SlideState } from '#server/slides/slide-state.repo.ts';
import type { Note } from '#shared/notes.ts';

export function presentNote(deckId: string, state: SlideState): Note {
  return { ...presentSlideState(deckId, state), body: state.value };
}
