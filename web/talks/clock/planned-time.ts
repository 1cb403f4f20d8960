import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** The planned duration of the user's talks on a deck in seconds, as last entered in this browser; null if there is none. */
export function readPlannedSeconds(deckId: string): number | null {
  const seconds = Number(readSetting(`planned.${deckId}`));
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}

/** Remembers the planned duration of talks on a deck; null removes it. */
export function writePlannedSeconds(deckId: string, seconds: number | null): void {
  writeSetting(`planned.${deckId}`, seconds === null ? null : String(seconds));
}
