import { z } from 'zod';
import { deckTargetSchema } from './decks.ts';
import { linkTargetSchema } from './links.ts';
import { personSchema } from './people.ts';
import { instantSchema, timestampSchema } from './time.ts';

/** The address that people type to get to a link with this code, which is shown in two halves. */
export function shortAddress(baseUrl: string, code: string): string {
  const half = code.length / 2;
  return `${baseUrl}/t/${code.slice(0, half)}-${code.slice(half)}`;
}

/** A link that is open for the audience of a talk. */
export const audienceSchema = z.object({
  linkId: z.string(),
  /** The address of the link. */
  url: z.url(),
  /** An address that people can type. It leads to the link as long as the link is open for the audience. */
  shortUrl: z.url(),
  /** Whose talk on the deck visitors follow. */
  presenter: personSchema,
  /** When the talk is to begin, as visitors are told. Null: it is not said. */
  beginsAt: timestampSchema.nullable(),
});
export type Audience = z.infer<typeof audienceSchema>;

export const audienceListQuery = deckTargetSchema;
/** At most as many as a deck has links. */
export const audienceListSchema = z.object({ items: z.array(audienceSchema) });
export const audienceOpenSchema = linkTargetSchema.extend({ beginsAt: instantSchema.nullable().default(null) });
