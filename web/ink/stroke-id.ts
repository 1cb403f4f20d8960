import { randomId } from '#web/lib/random-id.ts';

let last = 0;

/** Unique everywhere; the ids of one window sort in the order in which they were made. */
export function newStrokeId(): string {
  last = Math.max(Date.now(), last + 1);
  return `${last.toString(36).padStart(9, '0')}-${randomId()}`;
}
