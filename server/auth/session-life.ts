import { and, gt, type Placeholder, type SQL } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/index.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A session that is not used ends after this time; use prolongs it, once a day at most. */
export const SESSION_IDLE_SECONDS = 7 * DAY_SECONDS;
export const SESSION_PROLONGED_SECONDS = DAY_SECONDS;
/** A session ends after this time, however often it is used: then its person signs in again. */
const SESSION_LIFE_MILLISECONDS = 90 * DAY_SECONDS * 1000;

/** When a session ends unless it is prolonged or ended before. */
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

/** `isLiveSession` for bounds that may be parameters of a compiled statement. */
export function isLiveWithin({ now, oldest }: Record<keyof LiveBounds, Date | Placeholder>): SQL | undefined {
  return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest));
}
