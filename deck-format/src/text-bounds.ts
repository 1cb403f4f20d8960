import { MAX_MARKS_IN_A_ROW } from './limits.ts';

const LONG_MARK_RUN = new RegExp(`\\p{M}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u');

/** Whether a text has more than `most` bytes in UTF-8. A text with more than `most` UTF-16 code units is not encoded. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most || new TextEncoder().encode(text).length > most;
}

/** Whether a text has more than `MAX_MARKS_IN_A_ROW` consecutive combining marks. */
export function hasLongMarkRun(text: string): boolean {
  return LONG_MARK_RUN.test(text);
}
