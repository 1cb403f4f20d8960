import { z } from 'zod';
import { deckTargetSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import { PEOPLE_QUERY_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './people.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

export const deckAccessSchema = z.enum(['read', 'edit']).meta({
  id: 'DeckAccess',
  description:
    '`read`: the person sees the deck and works on its notes and annotations. `edit`: the person also changes its title and its versions.',
});
export type DeckAccess = z.infer<typeof deckAccessSchema>;

export const deckPersonSchema = z
  .object({
    user: personSchema.meta({ description: 'The person with whom the deck is shared.' }),
    access: deckAccessSchema,
    addedAt: timestampSchema.meta({ description: 'When the deck was first shared with the person.' }),
  })
  .meta({ id: 'DeckPerson', description: 'A person with whom a deck is shared by name.' });
export type DeckPerson = z.infer<typeof deckPersonSchema>;

export const deckPeopleQuery = deckTargetSchema.extend(pageQuery);
export const deckPeopleSchema = pageOf(deckPersonSchema, 'DeckPersonPage', 'One page of the people of a deck.');
export const deckPersonTargetSchema = deckTargetSchema.extend({
  userId: idSchema.meta({ description: 'The id of the person.' }),
});
export const deckPersonWriteSchema = deckPersonTargetSchema.extend({
  access: deckAccessSchema.meta({ description: 'What the person may do with the deck from now on.' }),
});
export const deckOwnerWriteSchema = deckTargetSchema.extend({
  userId: idSchema.meta({ description: 'The id of the new owner.' }),
});

export const memberSchema = personSchema
  .extend({ email: z.string().meta({ description: 'The email address of the person.' }) })
  .meta({ id: 'Member', description: 'A person with an active account.' });
export type Member = z.infer<typeof memberSchema>;

export const memberListQuery = z.object({
  query: textSchema(PEOPLE_QUERY_MAX).optional().meta({
    description: 'The start of a word of the name or of the email address, in any case.',
  }),
  ...pageQuery,
});
export const memberListSchema = pageOf(memberSchema, 'MemberPage', 'One page of people.');
