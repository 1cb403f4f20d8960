import { z } from 'zod';
import { ephemeralEventSchema } from '#shared/live.ts';

/**
 * The channel on which instances notify each other of changes in decks. A notice is under 8,000 bytes: it only says where to
 * look.
 */
export const LIVE_CHANNEL = 'lectern_live';

/** The parts of a deck that have changes. Each one has a feed source. */
export const FEED_PARTS = ['decks', 'notes', 'annotations', 'talks'] as const;
export type FeedPart = (typeof FEED_PARTS)[number];

const noticeSchema = z.discriminatedUnion('kind', [
  /** Sent by `advance`, in the transaction of the change. */
  z.object({ kind: z.literal('change'), deckId: z.string(), seq: z.int(), part: z.enum(FEED_PARTS) }),
  /** Lists with the deck have changed, but the deck has no numbered change. */
  z.object({ kind: z.literal('listed'), deckId: z.string() }),
  /** Lists of a user have changed, or those of everyone (null). */
  z.object({ kind: z.literal('lists'), userId: z.string().nullable() }),
  /** Presence in the deck has changed. */
  z.object({ kind: z.literal('presence'), deckId: z.string() }),
  /** Forwarded unchanged; `to`: to the windows of this user only. */
  z.object({ kind: z.literal('broadcast'), event: ephemeralEventSchema, to: z.string().nullable() }),
  /** A link of the deck was opened for an audience, or closed. */
  z.object({ kind: z.literal('audience'), deckId: z.string() }),
  /** Render jobs were added or removed. */
  z.object({ kind: z.literal('jobs') }),
  /** Sent by an instance to itself, to check that its connection works. */
  z.object({ kind: z.literal('pulse'), instanceId: z.string() }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** Null for notices that another version of the service may have sent. */
export function readNotice(payload: string): Notice | null {
  try {
    return noticeSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
