import { z } from 'zod';
import { slideIndexSchema } from './ids.ts';

/** More than any deck has. The values come from the code of the deck, which is not trusted. */
const INNER_MAX = 100_000;

/**
 * A position in a deck: a slide of the package and, if that slide is a document with slides or steps of its own, a position inside
 * it. `inner.index` is the slide inside the document and `inner.step` the step, both counted from 0. `inner.count` is the number of
 * slides inside the document, if these are the slides that people see.
 */
export const placeSchema = z.object({
  slideIndex: slideIndexSchema,
  inner: z
    .object({
      index: z.int().min(0).max(INNER_MAX),
      step: z.int().min(0).max(INNER_MAX),
      count: z.int().min(1).max(INNER_MAX).optional(),
    })
    .nullable(),
});
export type Place = z.infer<typeof placeSchema>;
