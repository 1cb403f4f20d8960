import type { Laser } from '#shared/talks.ts';
import { LatestSender } from '#web/lib/latest-sender.ts';

/** Sends the position of the laser dot, at most twenty times a second. */
export function laserSender(send: (dot: Laser) => Promise<unknown>): LatestSender<NonNullable<Laser>> {
  return new LatestSender({ send, intervalMs: 50 });
}
