import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type SlideStateTable, strokes } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { DECK_DRAWINGS_MAX_BYTES, DECK_NOTES_MAX_BYTES, DECK_WRITTEN_SLIDES_MAX, MIB } from '#shared/limits.ts';

/** SQL of the number of bytes that are stored for one slide in addition to its row. */
type BytesBeside = (deckId: string | Placeholder, slideKey: string | Placeholder) => SQL;

const strokesOf: BytesBeside = (deckId, slideKey) => sql`(select coalesce(sum(octet_length(${strokes.shape})), 0)
  from ${strokes} where ${strokes.deckId} = ${deckId} and ${strokes.slideKey} = ${slideKey} and ${strokes.shape} is not null)`;

/** `things`: the word for them in messages. */
export const PARTS = {
  notes: { name: 'notes', things: 'notes', maxBytes: DECK_NOTES_MAX_BYTES, bytesBeside: () => sql`0` },
  annotations: { name: 'annotations', things: 'drawings', maxBytes: DECK_DRAWINGS_MAX_BYTES, bytesBeside: strokesOf },
} as const satisfies Record<string, { name: string; things: string; maxBytes: number; bytesBeside: BytesBeside }>;
export type PartName = keyof typeof PARTS;
export type Part = (typeof PARTS)[PartName];

/**
 * Refuses a change that takes the deck above a limit. The transaction has locked the deck's counter, so changes of a deck are checked
 * one after the other, and each check sees the earlier changes.
 *
 * @throws AppError LIMIT_REACHED
 */
export async function assertWithinLimits(tx: Transaction, table: SlideStateTable, part: Part, deckId: string): Promise<void> {
  const { maxBytes, things } = part;
  const [kept] = await tx
    .select({ slides: sql`count(*)`.mapWith(Number), bytes: sql`coalesce(sum(${table.bytes}), 0)`.mapWith(Number) })
    .from(table)
    .where(eq(table.deckId, deckId));
  if (kept === undefined) return;
  if (kept.slides > DECK_WRITTEN_SLIDES_MAX) {
    const message = `A deck can have ${things} on at most ${DECK_WRITTEN_SLIDES_MAX} slides. Upload it as a new deck.`;
    throw new AppError('LIMIT_REACHED', message, { limit: DECK_WRITTEN_SLIDES_MAX });
  }
  if (kept.bytes > maxBytes) {
    const message = `The ${things} of a deck can take up at most ${maxBytes / MIB} MiB. Delete some first.`;
    throw new AppError('LIMIT_REACHED', message, { limit: maxBytes });
  }
}
