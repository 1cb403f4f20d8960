import { manifestSchema } from 'deck-format';
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { SUMMARY_NUMBERS_MAX } from './limits.ts';
import { personSchema } from './people.ts';
import { timestampSchema } from './time.ts';

export const fingerprintSchema = z
  .string()
  .regex(/^sha256-[0-9a-f]{64}$/)
  .meta({
    description: 'The SHA-256 of the package, in hexadecimal. Two versions with the same fingerprint hold the same bytes.',
    examples: [`sha256-${'0123456789abcdef'.repeat(4)}`],
  });

export const deckVersionSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the version.' }),
    number: z.int().min(1).meta({ description: 'Counts the versions of the deck in the order of their upload, from 1.' }),
    fingerprint: fingerprintSchema,
    sizeBytes: z.int().min(0).meta({ description: 'The size of the package in bytes.' }),
    slideCount: z.int().min(1).meta({ description: 'The number of slides.' }),
    createdAt: timestampSchema.meta({ description: 'When the version was uploaded.' }),
    createdBy: personSchema.meta({ description: 'Who uploaded the version.' }),
    current: z.boolean().meta({ description: 'Whether this is the version that the deck shows.' }),
  })
  .meta({ id: 'DeckVersion', description: 'One uploaded package of a deck.' });
export type DeckVersion = z.infer<typeof deckVersionSchema>;

const changedSlidesSchema = z
  .object({
    count: z.int().min(0).meta({ description: 'How many slides.' }),
    numbers: z
      .array(z.int().min(1))
      .max(SUMMARY_NUMBERS_MAX)
      .meta({ description: `The numbers of the first ${SUMMARY_NUMBERS_MAX} of them, counted from 1.` }),
  })
  .meta({ id: 'ChangedSlides', description: 'Slides to which the same has happened.' });

export const changeSummarySchema = z
  .object({
    changed: changedSlidesSchema.meta({ description: 'Slides that look different, or whose text is different.' }),
    added: changedSlidesSchema.meta({ description: 'New slides.' }),
    removed: changedSlidesSchema.meta({
      description: 'Slides that are not there any more. Their numbers are those in the version before.',
    }),
    moved: changedSlidesSchema.meta({ description: 'Slides in another order, but otherwise unchanged.' }),
  })
  .meta({ id: 'ChangeSummary', description: 'What has changed from one version to another.' });
export type ChangeSummary = z.infer<typeof changeSummarySchema>;

const listedVersionSchema = deckVersionSchema
  .extend({
    changes: changeSummarySchema.nullable().meta({
      description:
        'What has changed since the version before. A server with a renderer compares pictures and texts, some seconds after the upload. Null: unknown, or there is none before.',
    }),
    shownSlideCount: z.int().min(1).nullable().meta({
      description:
        'The number of slides that people see: those inside a document are counted one by one. Null: they are not counted, or not yet.',
    }),
    thumbnailUrl: z
      .string()
      .nullable()
      .meta({
        description: 'The path of a picture of the first slide, 640 pixels wide. Null: there is none, or not yet.',
        examples: ['/api/decks/…/slides/0/picture?versionId=…'],
      }),
  })
  .meta({ id: 'ListedVersion', description: 'A version in the list of versions.' });
export type ListedVersion = z.infer<typeof listedVersionSchema>;

export const versionListSchema = z
  .object({ items: z.array(listedVersionSchema).meta({ description: 'The versions, newest first.' }) })
  .meta({ id: 'VersionList', description: 'All versions of a deck.' });
export const versionTargetSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  versionId: idSchema.meta({ description: 'The id of the version.' }),
});

/** What has become of an earlier version's slides in the current one. */
export const versionChangesSchema = z.object({
  /** The number of the current version. */
  number: z.int().min(1),
  /** By position in the earlier version. `index` is the position now, null if the slide was removed. */
  slides: z.array(z.object({ index: z.int().min(0).nullable() })),
  /** What has changed. Null: unknown. */
  summary: changeSummarySchema.nullable(),
});
export type VersionChanges = z.infer<typeof versionChangesSchema>;

/** What the player needs to show a version. */
export const versionDetailSchema = z.object({ version: deckVersionSchema, manifest: manifestSchema });
export type VersionDetail = z.infer<typeof versionDetailSchema>;
