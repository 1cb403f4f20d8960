import { z } from 'zod';
import { deckTargetSchema, visibilitySchema } from './decks.ts';
import { idSchema } from './ids.ts';
import { COLLECTION_DECKS_MAX, COLLECTION_NAME_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './people.ts';
import { lineSchema } from './text.ts';
import { timestampSchema } from './time.ts';

const collectionNameSchema = lineSchema(COLLECTION_NAME_MAX);
const collectionVisibilitySchema = visibilitySchema.meta({
  id: 'CollectionVisibility',
  description:
    '`private`: the owner and admins see the collection. `team`: everyone who is signed in sees it, and puts decks into it. In either, everyone sees only the decks that they may read.',
});

export const collectionSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the collection.' }),
    name: z.string().meta({ description: 'The name.' }),
    visibility: collectionVisibilitySchema,
    owner: personSchema.meta({ description: 'Who created the collection, or took it over from someone who was removed.' }),
    deckCount: z.int().min(0).max(COLLECTION_DECKS_MAX).meta({ description: 'The number of its decks that you may read.' }),
    createdAt: timestampSchema.meta({ description: 'When the collection was created.' }),
    updatedAt: timestampSchema.meta({ description: 'When the name, the visibility or the decks last changed.' }),
  })
  .meta({ id: 'Collection', description: 'A collection of decks. A deck may be in several.' });
export type Collection = z.infer<typeof collectionSchema>;

export const collectionListQuery = z.object({
  owner: z
    .enum(['all'])
    .optional()
    .meta({ description: '`all`: also private collections of others, for admins. Default: your own and those of the team.' }),
  ...pageQuery,
});
export const collectionListSchema = pageOf(collectionSchema, 'CollectionPage', 'One page of collections.');

export const collectionTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the collection.' }) });
export const collectionCreateSchema = z.object({
  name: collectionNameSchema.meta({ description: 'The name.' }),
  visibility: collectionVisibilitySchema.default('private').meta({ description: 'Who sees the collection.' }),
});
export const collectionUpdateSchema = collectionTargetSchema.extend({
  name: collectionNameSchema.optional().meta({ description: 'The new name.' }),
  visibility: collectionVisibilitySchema.optional().meta({ description: 'Who sees the collection from now on.' }),
});
export const collectionDeckSchema = collectionTargetSchema.extend({
  deckId: deckTargetSchema.shape.id,
});
