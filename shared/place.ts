import { z } from 'zod';
import { slideIndexSchema } from './ids.ts';

/** Farther than any deck goes; deck code may report anything. */
const INNER_MAX = 100_000;

/**
 * Where somebody is in a deck: the slide of the package and, where that slide is a document that moves by itself or
 * has steps, the place inside it. `inner.index` counts the slides inside the document, `inner.step` the steps that are
 * shown there, both from 0. `inner.count` says how many slides there are inside, where it is those that people count.
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
