import { randomId } from '#web/lib/random-id.ts';

let last = 0;

/** A globally unique id. The ids of one window sort by creation time. */
export function newStrokeId(): string {
  last = Math.max(Date.now(), last + 1);
  return `${last.toString(36).padStart(9, '0')}-${randomId()}`;
}
