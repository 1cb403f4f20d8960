import { z } from 'zod';
import { idSchema } from './ids.ts';

/** What every slide-bound change may be conditioned on; both guard a stale page against writing to the wrong place. */
export const writeConditions = {
  versionId: idSchema.optional().meta({
    description: 'The version that the client shows. The answer is 409 `VERSION_CHANGED` when another version is current.',
  }),
  ifRevision: z.int().min(0).optional().meta({
    description: 'The revision that the change is based on; 0 means that there is none yet. In REST: the `If-Match` header.',
  }),
};

/** What a deck's slide-bound records are asked for by. */
export const slideRecordsSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  versionId: idSchema
    .optional()
    .meta({ description: 'Place the records on the slides of this version. Default: the current version.' }),
});

/**
 * A record whose slide is not in the version that was asked for. It is kept, and comes back with its slide;
 * `slideIndex` is the slide's place in the version `versionId`, the latest that had it.
 */
export function unplaced<Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>, id: string, description: string) {
  return record
    .extend({ versionId: z.string().meta({ description: 'The latest version that had the slide. `slideIndex` counts in it.' }) })
    .meta({ id, description });
}
