import type { Place } from '#shared/place.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Where the user left a deck. */
export interface ResumePoint {
  readonly place: Place;
  /** The name of the inner slide, which may be at another position in the current version; null if it has none. */
  readonly innerName: string | null;
}

/** Where the user last left the deck, stored as `slide` or `slide.inner.step name`; null if they have not opened it. */
export function readResumePoint(deckId: string): ResumePoint | null {
  const written = /^(\d{1,4})(?:\.(\d{1,5})\.(\d{1,5}))?(?: (.{1,128}))?$/u.exec(readSetting(`resume.${deckId}`) ?? '');
  if (written === null) return null;
  const [, slideIndex, index, step, innerName = null] = written;
  const inner = index === undefined ? null : { index: Number(index), step: Number(step) };
  return { place: { slideIndex: Number(slideIndex), inner }, innerName };
}

/** Remembers where the user left the deck. */
export function writeResumePoint(deckId: string, { place: { slideIndex, inner }, innerName }: ResumePoint): void {
  const place = inner === null ? String(slideIndex) : `${slideIndex}.${inner.index}.${inner.step}`;
  writeSetting(`resume.${deckId}`, innerName === null ? place : `${place} ${innerName}`);
}

/** Where decks open next, instead of the place in the address: that counts in the version that was shown before. */
const arrivals = new Map<string, ResumePoint>();

/** Makes the deck open at this place, once, when it is opened in another version. */
export function arriveAt(deckId: string, point: ResumePoint): void {
  arrivals.set(deckId, point);
}

export function arrivalOf(deckId: string): ResumePoint | null {
  return arrivals.get(deckId) ?? null;
}

export function hasArrived(deckId: string): void {
  arrivals.delete(deckId);
}
