import { and, gt, type Placeholder, type SQL } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/index.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** An unused session ends after this time. Use extends it, at most once a day. */
export const SESSION_IDLE_SECONDS = 7 * DAY_SECONDS;
export const SESSION_PROLONGED_SECONDS = DAY_SECONDS;
/** A session ends after this time even if it is used. Then the user signs in again. */
const SESSION_LIFE_MILLISECONDS = 90 * DAY_SECONDS * 1000;

/** When a session ends, unless it is extended or ended before. */
export function endOfSession({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + SESSION_LIFE_MILLISECONDS));
}

/** The condition that a row of `sessions` has not ended. */
export function isLiveSession(now: Date = new Date()): SQL | undefined {
  return isLiveWithin(liveBounds(now));
}

/** A session that has not ended expires after `now` and was created after `oldest`. */
export type LiveBounds = { readonly now: Date; readonly oldest: Date };

export function liveBounds(now: Date = new Date()): LiveBounds {
  return { now, oldest: new Date(now.getTime() - SESSION_LIFE_MILLISECONDS) };
}

/** `isLiveSession` with bounds that may be parameters of a prepared statement. */
export function isLiveWithin({ now, oldest }: Record<keyof LiveBounds, Date | Placeholder>): SQL | undefined {
  return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest));
}
