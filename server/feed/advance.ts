import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { deckFeeds } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';
import { type FeedPart, LIVE_CHANNEL } from './notices.ts';

/**
 * Takes the deck's next number for the change that this transaction makes, and notifies every instance after the commit. Every
 * row that the change wrote must get this number (`seq`), so that `seq > n` finds it.
 *
 * The counter's row stays locked until the transaction ends. So numbers are committed in order, and a reader who sees n sees
 * every change up to n. Call this after everything else is written and locked. A transaction that holds a counter must not wait
 * for any other lock: it may only stamp its own rows and commit. Otherwise two transactions could deadlock.
 *
 * @param stamps statements that write the number to those rows, as part of this one: `update … set seq = next.seq from next where
 * …`
 */
export async function advance(tx: Transaction, deckId: string, part: FeedPart, stamps: readonly SQL[] = []): Promise<number> {
  const [seq] = await advanceAll(tx, [deckId], part, stamps);
  if (seq === undefined) throw new Error('the counter of a deck gave no number');
  return seq;
}

/** Like `advance`, for a change of several decks. Returns the next number of each, in the order of their ids. */
export async function advanceAll(
  tx: Transaction,
  deckIds: readonly string[],
  part: FeedPart,
  stamps: readonly SQL[] = [],
): Promise<number[]> {
  const rows = await tx.execute<{ seq: string }>(advanceSql(JSON.stringify(deckIds), part, stamps));
  return rows.map(({ seq }) => Number(seq));
}

/**
 * The statement of `advanceAll`, for writers that prepare it.
 *
 * @param deckIds the ids as a JSON array
 */
export function advanceSql(deckIds: string | Placeholder, part: FeedPart, stamps: readonly SQL[]): SQL {
  const ofDeck = part === 'decks';
  const stamping = stamps.map((stamp, nth) => sql`, ${sql.identifier(`stamped_${nth}`)} as (${stamp})`);
  return sql`
    with next as (
      insert into ${deckFeeds} as feed (deck_id, seq, deck_seq)
      select id, 1, ${ofDeck ? 1 : 0} from jsonb_array_elements_text(${deckIds}::text::jsonb) as id order by id
      on conflict (deck_id) do update
        set seq = feed.seq + 1, deck_seq = case when ${ofDeck}::boolean then feed.seq + 1 else feed.deck_seq end
      returning deck_id, seq
    )${sql.join(stamping)}
    select deck_id, seq,
      pg_notify(${LIVE_CHANNEL}, json_build_object('kind', 'change', 'deckId', deck_id, 'seq', seq, 'part', ${part}::text)::text)
    from next order by deck_id`;
}
