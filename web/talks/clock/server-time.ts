/** The server's time in ms minus `performance.now()`; the best estimate so far. */
let ahead: number | null = null;

/**
 * Updates the estimate from a time that the server sent. Device clocks differ, and all devices must show the same time of a talk.
 * A time is already old when it arrives, so the largest difference is the most accurate.
 */
export function recordServerTime(at: string): void {
  ahead = Math.max(ahead ?? -Infinity, Date.parse(at) - performance.now());
}

/** The current time in ms by the server's clock, or by the device's clock before the first message. */
export function serverNow(): number {
  return ahead === null ? Date.now() : performance.now() + ahead;
}
