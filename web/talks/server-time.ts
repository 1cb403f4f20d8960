/** The server's time in ms, minus `performance.now()`: the best guess so far. */
let ahead: number | null = null;

/**
 * Clocks of laptops and phones differ, and all shall show the same time of a talk. What the server says is old by the
 * time it arrives, so the greatest difference seen is the nearest to the truth.
 */
export function hearServerTime(at: string): void {
  ahead = Math.max(ahead ?? -Infinity, Date.parse(at) - performance.now());
}

/** Now, by the server's clock; by this device's while the server has not said. */
export function serverNow(): number {
  return ahead === null ? Date.now() : performance.now() + ahead;
}
