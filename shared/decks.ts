import { manifestSchema } from 'deck-format';
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { DECK_QUERY_MAX, DECK_TITLE_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './roles.ts';
import { lineSchema, textSchema } from './text.ts';
import { timestampSchema } from './time.ts';
import { deckVersionSchema, fingerprintSchema } from './versions.ts';

/** `private`: the owner and admins. `team`: everybody signed in reads it and works on its notes and drawings. */
export const visibilitySchema = z.enum(['private', 'team']).meta({ id: 'Visibility' });
export type Visibility = z.infer<typeof visibilitySchema>;

export const deckTitleSchema = lineSchema(DECK_TITLE_MAX);

export const deckSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    fingerprint: fingerprintSchema,
    currentVersionId: z.string(),
    visibility: visibilitySchema,
    ownerId: z.string(),
    owner: personSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    slideCount: z.int().min(1),
    hasThumbnail: z.boolean(),
  })
  .meta({ id: 'Deck' });
export type Deck = z.infer<typeof deckSchema>;

export const deckDetailSchema = deckSchema
  .extend({
    currentVersion: deckVersionSchema,
    manifest: manifestSchema,
    permissions: z.object({ edit: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'DeckDetail' });
export type DeckDetail = z.infer<typeof deckDetailSchema>;

export const deckSortSchema = z.enum(['created', 'updated', 'title']);
export type DeckSort = z.infer<typeof deckSortSchema>;

export const deckListQuery = z.object({
  query: textSchema(DECK_QUERY_MAX).optional().meta({ description: 'Words to find in the title' }),
  owner: z.enum(['me', 'team']).optional(),
  sort: deckSortSchema.default('created'),
  ...pageQuery,
});
export const deckListSchema = pageOf(deckSchema, 'DeckPage');
export const deckTargetSchema = z.object({ id: idSchema });
export const deckUpdateSchema = deckTargetSchema.extend({
  title: deckTitleSchema.optional(),
  visibility: visibilitySchema.optional(),
});

/** The text parts of an upload, beside its file. */
export const uploadFieldsSchema = z.object({
  title: deckTitleSchema.optional(),
  visibility: visibilitySchema.optional(),
});
