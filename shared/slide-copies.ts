import { z } from 'zod';
import { deckSchema } from './decks.ts';
import { idSchema, slideIndexSchema } from './ids.ts';
import { SLIDE_COPIES_MAX, SLIDES_SHOWN_MAX } from './limits.ts';

export const slideCopiesQuery = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  slideIndex: slideIndexSchema,
  inner: slideIndexSchema.optional().meta({
    override: { type: 'integer', minimum: 0, maximum: SLIDES_SHOWN_MAX },
    description: 'The position inside the slide, as in the list of slides. Default: the first one.',
  }),
});
export type SlideCopiesQuery = z.infer<typeof slideCopiesQuery>;

const slideCopySchema = z
  .object({
    deck: deckSchema,
    slideIndex: z.int().min(0).meta({ description: 'The position of the slide in that deck, counted from 0.' }),
    inner: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The position inside the slide, if that is a document with several slides, counted from 0.' }),
    isNewer: z.boolean().meta({
      description:
        'False: the slide is the same. True: it was the same in an earlier version of that deck, and has been changed there since.',
    }),
    thumbnailUrl: z
      .string()
      .nullable()
      .meta({ description: 'The path of a picture of the slide, 640 pixels wide. Null: there is none.' }),
  })
  .meta({ id: 'SlideCopy', description: 'A slide of another deck that is the same, or was.' });
export type SlideCopy = z.infer<typeof slideCopySchema>;

export const slideCopiesSchema = z
  .object({
    items: z.array(slideCopySchema).meta({
      description: `Newer ones first, then those in the decks that were changed last; at most ${SLIDE_COPIES_MAX} of each kind, one for each deck.`,
    }),
  })
  .meta({ id: 'SlideCopies', description: 'Where else a slide is.' });
export type SlideCopies = z.infer<typeof slideCopiesSchema>;
