import type { SlideState } from './slide-state.repo.ts';

/** The fields that notes and annotations share. */
export function serializeSlideState(deckId: string, { slideIndex, revision, updatedAt, updatedBy }: SlideState) {
  return { deckId, slideIndex, revision, updatedAt: updatedAt.toISOString(), updatedBy };
}
