import { z } from 'zod';
import { deckSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './people.ts';
import { timestampSchema } from './time.ts';

export const trashedDeckSchema = deckSchema
  .extend({
    deletedAt: timestampSchema.meta({ description: 'When the deck was moved to the trash.' }),
    deletedBy: personSchema.meta({ description: 'Who moved it there.' }),
    purgeAt: timestampSchema.meta({
      description: 'When the deck will be deleted for good, within the following hour.',
    }),
  })
  .meta({
    id: 'TrashedDeck',
    description: 'A deck in the trash. Nothing but restoring it and deleting it for good works, so all `permissions` are false.',
  });
export type TrashedDeck = z.infer<typeof trashedDeckSchema>;

export const trashListQuery = z.object({
  owner: z.enum(['me', 'all']).default('me').meta({ description: '`me`: decks that you own. `all`: all decks, for admins.' }),
  ...pageQuery,
});
export const trashListSchema = pageOf(trashedDeckSchema, 'TrashedDeckPage', 'One page of decks in the trash.');
export const trashTargetSchema = z.object({ deckId: idSchema.meta({ description: 'The id of the deck.' }) });
export const trashSettingsSchema = z.object({
  days: z.int().min(0).meta({ description: 'How many days a deck stays in the trash. 0: it is deleted for good at once.' }),
});
