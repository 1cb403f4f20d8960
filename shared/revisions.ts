import { z } from 'zod';
import { idSchema } from './ids.ts';

/** What every slide-bound change may be conditioned on; both guard a stale page against writing to the wrong place. */
export const writeConditions = {
  versionId: idSchema.optional().meta({ description: 'The version the client is looking at; 409 when it is no longer current' }),
  ifRevision: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Revision the change is based on (0: none yet); in REST the `If-Match` header' }),
};

/** What a deck's slide-bound records are asked for by. */
export const slideRecordsSchema = z.object({
  id: idSchema,
  versionId: idSchema
    .optional()
    .meta({ description: 'As they belong to the slides of this version; without it, to those of the current one' }),
});

/**
 * A record whose slide is not in the version that was asked for. It is kept, and comes back with its slide;
 * `slideIndex` is the slide's place in the version `versionId`, the latest that had it.
 */
export function unplaced<Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>, id: string) {
  return record.extend({ versionId: z.string().meta({ description: 'The latest version that had its slide' }) }).meta({ id });
}
