import { z } from 'zod';
import { idSchema } from './ids.ts';
import { slideSchema } from './slides.ts';
import { deckVersionSchema } from './versions.ts';

export const comparisonQuery = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  from: idSchema.meta({ description: 'The id of the version to compare with, usually the earlier one.' }),
  to: idSchema.meta({ description: 'The id of the other version.' }),
});

export const DIFFERENCE_KINDS = ['added', 'removed', 'moved', 'changed', 'unchanged'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

const partSchema = z.number().min(0).max(1);
export const areaSchema = z
  .object({
    x: partSchema.meta({ description: 'The left edge.' }),
    y: partSchema.meta({ description: 'The top edge.' }),
    width: partSchema.meta({ description: 'The width.' }),
    height: partSchema.meta({ description: 'The height.' }),
  })
  .meta({ id: 'Area', description: 'A part of a slide. All numbers are parts of the width and the height of the slide.' });
export type Area = z.infer<typeof areaSchema>;

const wordsSchema = z
  .object({
    kind: z.enum(['same', 'added', 'removed']).meta({ description: 'In which versions the text is.' }),
    text: z.string().meta({ description: 'The text. The middle of long unchanged text is left out.' }),
  })
  .meta({ id: 'Words', description: 'A part of a text that was compared.' });
export type Words = z.infer<typeof wordsSchema>;

const comparedSlideSchema = slideSchema
  .omit({ steps: true })
  .extend({ number: z.int().min(1).meta({ description: 'The number of the slide, as people count slides, from 1.' }) })
  .meta({ id: 'ComparedSlide', description: 'A slide of one of the two versions.' });
export type ComparedSlide = z.infer<typeof comparedSlideSchema>;

const differenceSchema = z
  .object({
    kind: z.enum(DIFFERENCE_KINDS).meta({
      description: 'What has become of the slide. `moved`: it is the same in another place. A changed slide can have moved, too.',
    }),
    moved: z.boolean().meta({ description: 'Whether its place among the slides of both versions has changed.' }),
    from: comparedSlideSchema.nullable().meta({ description: 'The slide in the version `from`. Null if it was added.' }),
    to: comparedSlideSchema.nullable().meta({ description: 'The slide in the version `to`. Null if it was removed.' }),
    area: areaSchema.nullable().meta({ description: 'The part of the slide that looks different. Null: none, or unknown.' }),
    text: z.array(wordsSchema).nullable().meta({ description: 'How the text has changed. Null: not at all, or unknown.' }),
  })
  .meta({ id: 'Difference', description: 'What has become of one slide.' });
export type Difference = z.infer<typeof differenceSchema>;

export const comparisonSchema = z
  .object({
    from: deckVersionSchema.meta({ description: 'The version to compare with.' }),
    to: deckVersionSchema.meta({ description: 'The other version.' }),
    basis: z.enum(['pictures', 'files']).meta({
      description:
        'What was compared: pictures and texts of the slides or, if one of the versions was not rendered, the files of the slides.',
    }),
    items: z.array(differenceSchema).meta({
      description: 'The slides of both versions, in the order of `to`. Removed ones follow the slide that was before them.',
    }),
  })
  .meta({ id: 'Comparison', description: 'The differences between two versions of a deck.' });
export type Comparison = z.infer<typeof comparisonSchema>;
