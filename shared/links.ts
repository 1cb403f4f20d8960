import { z } from 'zod';
import { deckTargetSchema } from './decks.ts';
import { EMBED_ORIGIN_MAX, EMBED_ORIGINS_MAX, isEmbedOrigin } from './embed-origins.ts';
import { idSchema } from './ids.ts';
import { LINK_NAME_MAX, LINK_PASSWORD_MIN, PASSWORD_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './people.ts';
import { lineSchema, textSchema } from './text.ts';
import { instantSchema, timestampSchema } from './time.ts';

export const askForSchema = z.enum(['nothing', 'name', 'email']).meta({
  id: 'AskFor',
  description:
    'What visitors are asked for before they see the deck: `nothing`, their `name`, or their `email` address. It is kept with their visit.',
});
export type AskFor = z.infer<typeof askForSchema>;

export const linkStatusSchema = z.enum(['active', 'paused', 'expired']).meta({
  id: 'LinkStatus',
  description: '`active`: the link works. `paused`: someone has paused it. `expired`: its time is over.',
});
export type LinkStatus = z.infer<typeof linkStatusSchema>;

export const linkSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the link. It is not the secret in the address.' }),
    deckId: z.string().meta({ description: 'The id of the deck.' }),
    url: z.url().meta({ description: 'The address to pass on. Anyone who has it sees the deck.' }),
    name: z.string().nullable().meta({ description: 'A name by which the team recognizes the link. Visitors do not see it.' }),
    createdAt: timestampSchema.meta({ description: 'When the link was created.' }),
    createdBy: personSchema.meta({ description: 'Who created the link.' }),
    expiresAt: timestampSchema.nullable().meta({ description: 'When the link stops working. Null: never.' }),
    hasPassword: z.boolean().meta({ description: 'Whether visitors need a password.' }),
    versionId: z.string().nullable().meta({ description: 'The version that visitors see. Null: always the current version.' }),
    allowDownload: z.boolean().meta({ description: 'Whether visitors may download the package.' }),
    allowEmbedding: z.boolean().meta({ description: 'Whether other sites may show the deck in a frame.' }),
    embedOrigins: z.array(z.string()).meta({
      description: 'The origins of the sites that may, such as `https://www.example.com`. Empty: every site.',
    }),
    showNotes: z.boolean().meta({ description: 'Whether visitors see the notes.' }),
    showDrawings: z.boolean().meta({ description: 'Whether visitors see the drawings.' }),
    allowComments: z.boolean().meta({ description: 'Whether visitors may comment.' }),
    askFor: askForSchema,
    paused: z.boolean().meta({ description: 'Whether the link is paused.' }),
    status: linkStatusSchema,
    visitCount: z.int().min(0).meta({ description: 'How many visits there were through this link.' }),
    lastVisitAt: timestampSchema.nullable().meta({ description: 'When the last visit began. Null: there was none.' }),
  })
  .meta({ id: 'Link', description: 'A link that lets anyone who has it see one deck, without an account.' });
export type Link = z.infer<typeof linkSchema>;

export const linkListQuery = deckTargetSchema.extend(pageQuery);
export const linkListSchema = pageOf(linkSchema, 'LinkPage', 'One page of the links of a deck.');
export const linkTargetSchema = deckTargetSchema.extend({
  linkId: idSchema.meta({ description: 'The id of the link.' }),
});

const embedOriginsSchema = z
  .array(
    z
      .string()
      .max(EMBED_ORIGIN_MAX)
      .refine(isEmbedOrigin, 'This field must be the origin of a website, such as https://www.example.com.'),
  )
  .max(EMBED_ORIGINS_MAX, `This field must have at most ${EMBED_ORIGINS_MAX} items.`)
  .transform((origins) => [...new Set(origins)].toSorted())
  .meta({
    description: 'The origins of the sites that may show the deck in a frame, if `allowEmbedding` is on. Empty: every site.',
  });

const flag = z.boolean().optional();
const linkFields = {
  name: lineSchema(LINK_NAME_MAX)
    .nullable()
    .optional()
    .meta({ description: 'A name by which the team recognizes the link. Null: none.' }),
  expiresAt: instantSchema
    .nullable()
    .optional()
    .meta({ description: 'When the link stops working: an instant in the future. Null: never.' }),
  password: textSchema(PASSWORD_MAX)
    .min(LINK_PASSWORD_MIN, `This field must be at least ${LINK_PASSWORD_MIN} characters long.`)
    .nullable()
    .optional()
    .meta({
      description: 'The password that visitors need. Whoever has entered an earlier one must enter this one. Null: none.',
    }),
  versionId: idSchema
    .nullable()
    .optional()
    .meta({ description: 'The version that visitors see. Null: always the current version.' }),
  allowDownload: flag.meta({ description: 'Whether visitors may download the package.' }),
  allowEmbedding: flag.meta({ description: 'Whether other sites may show the deck in a frame.' }),
  embedOrigins: embedOriginsSchema.optional(),
  showNotes: flag.meta({ description: 'Whether visitors see the notes.' }),
  showDrawings: flag.meta({ description: 'Whether visitors see the drawings.' }),
  allowComments: flag.meta({ description: 'Whether visitors may comment.' }),
  askFor: askForSchema.optional(),
  paused: flag.meta({ description: 'Whether the link is paused. A paused link shows nothing until it is continued.' }),
};

export const linkCreateSchema = deckTargetSchema.extend(linkFields);
export const linkUpdateSchema = linkTargetSchema.extend(linkFields);
export type LinkWish = Omit<z.infer<typeof linkCreateSchema>, 'id'>;
