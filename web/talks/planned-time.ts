import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** How long this person's talks on a deck are meant to last, in seconds, as they said last. */
export function readPlannedSeconds(deckId: string): number | null {
  const seconds = Number(readSetting(`planned.${deckId}`));
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}

export function writePlannedSeconds(deckId: string, seconds: number | null): void {
  writeSetting(`planned.${deckId}`, seconds === null ? null : String(seconds));
}
