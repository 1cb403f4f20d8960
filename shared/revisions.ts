import { z } from 'zod';
import { idSchema } from './ids.ts';

/** Optional preconditions of a change on a slide. They prevent a page with old data from overwriting newer changes. */
export const writeConditions = {
  versionId: idSchema.optional().meta({
    description: 'The version that the client shows. The answer is 409 `VERSION_CHANGED` when another version is current.',
  }),
  ifRevision: z.int().min(0).optional().meta({
    description: 'The revision that the change is based on; 0 means that there is none yet. In REST: the `If-Match` header.',
  }),
};

/** Request for the notes or annotations of a deck. */
export const slideRecordsSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  versionId: idSchema
    .optional()
    .meta({ description: 'Place the records on the slides of this version. Default: the current version.' }),
});

/**
 * The schema of a note or annotation whose slide is not in the requested version. It is kept, and shown again if a later version
 * has the slide. `slideIndex` is the position of the slide in `versionId`, the latest version that has it.
 */
export function unplaced<Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>, id: string, description: string) {
  return record
    .extend({ versionId: z.string().meta({ description: 'The latest version that had the slide. `slideIndex` counts in it.' }) })
    .meta({ id, description });
}
