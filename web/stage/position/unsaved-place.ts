import type { Opening } from '#shared/openings.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';
import type { ResumePoint } from './resume.ts';

/** A place that the server does not have yet. */
export interface UnsavedPlace extends ResumePoint {
  /** When the user was there (`Date.now()`). */
  readonly at: number;
}

/** Stored as `user time slide` or `user time slide.inner.step name`. */
const WRITTEN = /^(\S+) (\d{1,15}) (\d{1,4})(?:\.(\d{1,6})\.(\d{1,6}))?(?: (.{1,128}))?$/u;

/** Where a user left the deck in this browser, if the server has not confirmed it; otherwise null. */
export function readUnsavedPlace(deckId: string, ofUserId: string): UnsavedPlace | null {
  const written = WRITTEN.exec(readSetting(`resume.${deckId}`) ?? '');
  if (written === null) return null;
  const [, userId, at, slideIndex, index, step, innerName = null] = written;
  if (userId !== ofUserId) return null;
  const inner = index === undefined ? null : { index: Number(index), step: Number(step) };
  return { at: Number(at), place: { slideIndex: Number(slideIndex), inner }, innerName };
}

/** Keeps a place of a user until the server has confirmed it. */
export function keepUnsavedPlace(
  deckId: string,
  ofUserId: string,
  { at, place: { slideIndex, inner }, innerName }: UnsavedPlace,
): void {
  const place = inner === null ? String(slideIndex) : `${slideIndex}.${inner.index}.${inner.step}`;
  const name = innerName === null ? '' : ` ${innerName}`;
  writeSetting(`resume.${deckId}`, `${ofUserId} ${at} ${place}${name}`);
}

/** Call this when the server has confirmed the place of this time. A later one is kept. */
export function forgetUnsavedPlace(deckId: string, ofUserId: string, at: number): void {
  if (readUnsavedPlace(deckId, ofUserId)?.at === at) writeSetting(`resume.${deckId}`, null);
}

/** The newer of the places that the server and this browser know; null if the user has not opened the deck. */
export function newerPlace(saved: Opening | null, unsaved: UnsavedPlace | null): ResumePoint | null {
  return unsaved !== null && (saved === null || unsaved.at > Date.parse(saved.openedAt)) ? unsaved : saved;
}
