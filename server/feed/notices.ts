import { z } from 'zod';
import { ephemeralEventSchema } from '#shared/live.ts';

/** The channel on which instances tell each other what goes on in decks. A notice is under 8,000 bytes: it says where to look. */
export const LIVE_CHANNEL = 'lectern_live';

/** Whose rows a change is in: the feed source that finds it again. */
export const FEED_PARTS = ['decks', 'notes', 'annotations', 'talks'] as const;
export type FeedPart = (typeof FEED_PARTS)[number];

const noticeSchema = z.discriminatedUnion('kind', [
  /** Sent by `advance`, in the transaction of the change. */
  z.object({ kind: z.literal('change'), deckId: z.string(), seq: z.int(), part: z.enum(FEED_PARTS) }),
  /** Somebody came, went or moved on. */
  z.object({ kind: z.literal('presence'), deckId: z.string() }),
  /** To be passed on as it is; `to`: to the windows of one person alone. */
  z.object({ kind: z.literal('broadcast'), event: ephemeralEventSchema, to: z.string().nullable() }),
  /** An instance hears itself by it, and so knows that its line is sound. */
  z.object({ kind: z.literal('pulse'), instanceId: z.string() }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** Null for what another version of the service may have sent. */
export function readNotice(payload: string): Notice | null {
  try {
    return noticeSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
