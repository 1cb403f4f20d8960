import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Where somebody left a deck: its slide, and the step inside a slide that has a runtime of its own. */
export interface ResumePoint {
  index: number;
  inner: number | null;
}

export function readResumePoint(deckId: string): ResumePoint {
  const [, index = '0', inner] = /^(\d{1,4})(?:\.(\d{1,5}))?$/.exec(readSetting(`resume.${deckId}`) ?? '') ?? [];
  return { index: Number(index), inner: inner === undefined ? null : Number(inner) };
}

export function writeResumePoint(deckId: string, { index, inner }: ResumePoint): void {
  writeSetting(`resume.${deckId}`, inner === null ? String(index) : `${index}.${inner}`);
}
