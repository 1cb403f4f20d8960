import type { DeckDetail } from '#shared/decks.ts';

/** Query input for the notes and drawings of the version that is shown. During a talk that may be an earlier version. */
export function recordsOf({ id, currentVersion }: DeckDetail): { id: string; versionId?: string } {
  return currentVersion.current ? { id } : { id, versionId: currentVersion.id };
}

/** Identifies a note among those of a deck. */
export function noteKey({ slideIndex, inner }: { readonly slideIndex: number; readonly inner?: string | null }): string {
  return `${slideIndex} ${inner ?? ''}`;
}
