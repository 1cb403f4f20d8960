import type { Place } from '#shared/place.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Where the user last left the deck, stored as `slide` or `slide.inner.step`; null if they have not opened it. */
export function readResumePoint(deckId: string): Place | null {
  const written = /^(\d{1,4})(?:\.(\d{1,5})\.(\d{1,5}))?$/.exec(readSetting(`resume.${deckId}`) ?? '');
  if (written === null) return null;
  const [, slideIndex, index, step] = written;
  const inner = index === undefined ? null : { index: Number(index), step: Number(step) };
  return { slideIndex: Number(slideIndex), inner };
}

/** Remembers where the user left the deck. */
export function writeResumePoint(deckId: string, { slideIndex, inner }: Place): void {
  writeSetting(`resume.${deckId}`, inner === null ? String(slideIndex) : `${slideIndex}.${inner.index}.${inner.step}`);
}
