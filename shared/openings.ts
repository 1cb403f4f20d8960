import { z } from 'zod';
import { deckSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import { innerSchema } from './inner.ts';
import { placeSchema } from './place.ts';
import { timestampSchema } from './time.ts';

/** Where a user last was in a deck, as a place in the current version. */
export const openingSchema = z.object({
  openedAt: timestampSchema,
  place: placeSchema,
  /** The name of the inner slide, which may be at another position in the current version. Null: it has none. */
  innerName: innerSchema.nullable(),
});
export type Opening = z.infer<typeof openingSchema>;

export const openingTargetSchema = z.object({ deckId: idSchema });
/** Null: the user has not opened the deck. */
export const lastOpeningSchema = openingSchema.nullable();

export const openingSaveSchema = openingTargetSchema.extend({
  /** The version in which `place` counts. */
  versionId: idSchema,
  place: placeSchema,
  innerName: innerSchema.nullable(),
});
export type OpeningSave = z.infer<typeof openingSaveSchema>;

export const continuedDeckSchema = openingSchema.extend({ deck: deckSchema });
export type ContinuedDeck = z.infer<typeof continuedDeckSchema>;
export const continuedListSchema = z.object({ items: z.array(continuedDeckSchema) });
