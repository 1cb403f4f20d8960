import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { deckFeeds } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';
import { type FeedPart, LIVE_CHANNEL } from './notices.ts';

/**
 * Takes the deck's next number for the change that this transaction makes, and lets every instance know of it once it
 * is committed. The number belongs on every row that the change wrote (`seq`), so that it is found by `seq > n`.
 *
 * The counter's row stays locked until the transaction ends: numbers are committed in their order, and who reads n
 * sees every change up to n. Call it when everything else is written and locked: a transaction that holds a counter must
 * wait for nothing more, only stamp its own rows and commit. Then no two can wait for each other.
 *
 * @param stamps what leaves the number on those rows, in the same statement: `update … set seq = next.seq from next where …`
 */
export async function advance(tx: Transaction, deckId: string, part: FeedPart, stamps: readonly SQL[] = []): Promise<number> {
  const [seq] = await advanceAll(tx, [deckId], part, stamps);
  if (seq === undefined) throw new Error('the counter of a deck gave no number');
  return seq;
}

/** The same for a change of several decks: the next number of each, in the order of their ids. */
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
 * The statement of `advanceAll`, for writers that compile it.
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
