import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { JsonText } from './json-text.ts';
import { unplaced, writeConditions } from './revisions.ts';
import { personSchema } from './roles.ts';
import { timestampSchema } from './time.ts';

/** Any JSON value, held as text from the moment it arrives: see `JsonText`. */
const payloadSchema = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .transform((value) => (value instanceof JsonText ? value : new JsonText(JSON.stringify(value))))
  .meta({ override: {}, description: 'Any JSON value' });

export const annotationSchema = z
  .object({
    deckId: z.string(),
    slideIndex: z.int().min(0),
    payload: z.instanceof(JsonText).meta({ override: {}, description: 'Any JSON value, as it was sent' }),
    revision: z.int().min(1),
    updatedAt: timestampSchema,
    updatedBy: personSchema,
  })
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof annotationSchema>;

/** What changes about an annotation when it is drawn on: everything but the strokes, which the client knows. */
export const annotationStampSchema = annotationSchema.omit({ payload: true }).meta({ id: 'AnnotationStamp' });

export const annotationListSchema = z
  .object({ items: z.array(annotationSchema), unplaced: z.array(unplaced(annotationSchema, 'UnplacedAnnotation')) })
  .meta({ id: 'AnnotationList' });
const annotationTargetSchema = z.object({ id: idSchema, slideIndex: slideIndexSchema });
export const annotationWriteSchema = annotationTargetSchema.extend({ payload: payloadSchema, ...writeConditions });
export const annotationRemoveSchema = annotationTargetSchema.extend(writeConditions);
