import type { Person } from '#shared/roles.ts';
import type { SlideState } from './slide-state.repo.ts';

/** Stands for somebody who was removed. */
const SOMEBODY_REMOVED: Person = { id: '', name: 'Removed user' };

/** The fields that notes and annotations share. */
export function presentSlideState(deckId: string, { slideIndex, revision, updatedAt, updatedBy }: SlideState) {
  return { deckId, slideIndex, revision, updatedAt: updatedAt.toISOString(), updatedBy: updatedBy ?? SOMEBODY_REMOVED };
}
