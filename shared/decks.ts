import { manifestSchema } from 'deck-format';
import { z } from 'zod';
import { DECK_OWNERS, DECK_SORTS } from './deck-lists.ts';
import { idSchema } from './ids.ts';
import { DECK_QUERY_MAX, DECK_TITLE_MAX, DOWNLOAD_DECKS_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './people.ts';
import { lineSchema, textSchema } from './text.ts';
import { instantSchema, timestampSchema } from './time.ts';
import { deckVersionSchema, fingerprintSchema } from './versions.ts';

export const visibilitySchema = z.enum(['private', 'team']).meta({
  id: 'Visibility',
  description:
    '`private`: the owner, admins and the people with whom the deck is shared see it. `team`: everyone who is signed in sees it and works on its notes and annotations.',
});
export type Visibility = z.infer<typeof visibilitySchema>;

export const deckTitleSchema = lineSchema(DECK_TITLE_MAX);

const deckPermissionsSchema = z
  .object({
    edit: z.boolean().meta({ description: 'Whether you may change the title, upload versions and restore them.' }),
    share: z.boolean().meta({ description: 'Whether you may make links to the deck for people without an account.' }),
    manage: z
      .boolean()
      .meta({ description: 'Whether you may change the visibility, the people with whom the deck is shared, and the owner.' }),
    delete: z.boolean().meta({ description: 'Whether you may delete the deck.' }),
  })
  .meta({ id: 'DeckPermissions', description: 'What you, who sent the request, may do with the deck.' });
export type DeckPermissions = z.infer<typeof deckPermissionsSchema>;

export const deckSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the deck. It stays the same in every version.' }),
    title: z.string().meta({ description: 'The title. At first it is the one from the upload, or else from the package.' }),
    fingerprint: fingerprintSchema.meta({
      description: 'The SHA-256 of the current package, in hexadecimal. It changes when another version becomes current.',
    }),
    currentVersionId: z.string().meta({ description: 'The id of the version that the deck shows.' }),
    visibility: visibilitySchema,
    ownerId: z.string().meta({ description: 'The id of the owner, as in `owner.id`.' }),
    owner: personSchema.meta({ description: 'Who owns the deck.' }),
    createdAt: timestampSchema.meta({ description: 'When the deck was uploaded for the first time.' }),
    updatedAt: timestampSchema.meta({
      description:
        'When the title, the visibility or the current version last changed. Notes, annotations and a new owner do not move it.',
    }),
    slideCount: z.int().min(1).meta({ description: 'The number of slides in the current version.' }),
    shownSlideCount: z.int().min(1).nullable().meta({
      description:
        'The number of slides that people see: those inside a document are counted one by one. Null: they are not counted, or not yet.',
    }),
    hasThumbnail: z
      .boolean()
      .meta({ description: 'Whether there is a picture of the first slide, in the package or made by the server.' }),
    starred: z.boolean().meta({ description: 'Whether you, who sent the request, have starred the deck.' }),
    permissions: deckPermissionsSchema,
  })
  .meta({ id: 'Deck', description: 'A deck: one title and one link for any number of versions.' });
export type Deck = z.infer<typeof deckSchema>;

export const deckDetailSchema = deckSchema
  .extend({
    currentVersion: deckVersionSchema,
    manifest: manifestSchema,
  })
  .meta({ id: 'DeckDetail', description: 'A deck with its current version and its manifest.' });
export type DeckDetail = z.infer<typeof deckDetailSchema>;

const deckSortSchema = z.enum(DECK_SORTS).meta({
  id: 'DeckSort',
  description:
    '`created` and `updated`: newest first. `title`: from A to Z. `opened`: the decks that you had open last in the player first, those that you never opened last.',
});

export const deckListQuery = z.object({
  query: textSchema(DECK_QUERY_MAX).optional().meta({ description: 'Words that the title must contain, in any order and case.' }),
  packageTitle: textSchema(DECK_TITLE_MAX).optional().meta({
    description:
      'The title in the manifest of the current version, in any case. It stays the same when the deck is renamed, so it finds the deck of which a package may be a new version.',
  }),
  owner: z.enum(DECK_OWNERS).optional().meta({
    description:
      '`me`: only decks that you own. `team`: only decks that are visible to the team. `shared`: only decks that others have shared with you by name. Default: all that you may see.',
  }),
  ownerId: idSchema.optional().meta({ description: 'Only decks that the person with this id owns, as far as you may see them.' }),
  collection: idSchema.optional().meta({ description: 'Only decks in the collection with this id.' }),
  starred: z.coerce
    .string<string | boolean>()
    .max(5)
    .pipe(z.enum(['true', 'false']))
    .transform((value) => value === 'true')
    .optional()
    .meta({ override: { type: 'boolean' }, description: '`true`: only decks that you have starred.' }),
  updatedSince: instantSchema
    .optional()
    .meta({ description: 'Only decks whose `updatedAt` is this instant or later. ISO 8601 with `Z` or an offset.' }),
  sort: deckSortSchema.default('created').meta({ description: 'The order of the list.' }),
  ...pageQuery,
});
export const deckListSchema = pageOf(deckSchema, 'DeckPage', 'One page of decks.');
export type DeckList = z.infer<typeof deckListSchema>;
export const deckTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the deck.' }) });
export const deckArchiveQuery = z.object({
  ids: textSchema(DOWNLOAD_DECKS_MAX * 129)
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(idSchema).max(DOWNLOAD_DECKS_MAX, `This field must name at most ${DOWNLOAD_DECKS_MAX} decks.`))
    .meta({
      override: { type: 'string' },
      description: `The ids of up to ${DOWNLOAD_DECKS_MAX} decks, separated by commas.`,
    }),
});
export const deckUpdateSchema = deckTargetSchema.extend({
  title: deckTitleSchema.optional().meta({ description: 'The new title.' }),
  visibility: visibilitySchema.optional().meta({ description: 'Who sees the deck from now on.' }),
});

export const deckDuplicateSchema = deckTargetSchema.extend({
  title: deckTitleSchema
    .optional()
    .meta({ description: 'The title of the new deck. Default: "Copy of" and the title of the deck.' }),
});

/** The form fields of an upload, without the file. */
export const uploadFieldsSchema = z.object({
  title: deckTitleSchema.optional().meta({ description: 'The title. Default: the title in the package.' }),
  visibility: visibilitySchema.optional().meta({ description: 'Who sees the deck. Default: `private`.' }),
});
