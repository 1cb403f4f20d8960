import { INNER_NAME_MAX } from './limits.ts';
import { textSchema } from './text.ts';

/**
 * The name of a slide inside a slide that is a whole document, such as a reveal.js deck. Clients choose it so that it stays the same
 * in the next version (`inner-names.ts`); the server only compares it.
 */
export const innerSchema = textSchema(INNER_NAME_MAX).min(1);

const EXAMPLE = 'title:1:Welcome';

/** `inner` in requests. */
export const innerOfRequest = innerSchema.optional().meta({
  description: 'The slide inside a deck that is a single document. Default: the slide as a whole.',
  examples: [EXAMPLE],
});

/** `inner` of records. */
export const innerOfRecord = innerSchema
  .nullable()
  .meta({ description: 'The slide inside a deck that is a single document. Null: the slide as a whole.', examples: [EXAMPLE] });
