import type { DeckDetail } from '#shared/decks.ts';

/** Whose notes and drawings: those that belong to the version that is shown, which during a talk may be an earlier one. */
export function recordsOf({ id, currentVersion }: DeckDetail): { id: string; versionId?: string } {
  return currentVersion.current ? { id } : { id, versionId: currentVersion.id };
}
