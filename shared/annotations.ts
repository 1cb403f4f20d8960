import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { JsonText } from './json-text.ts';
import { unplaced, writeConditions } from './revisions.ts';
import { personSchema } from './people.ts';
import { timestampSchema } from './time.ts';

/** Payloads can be any JSON, so `server/rest/openapi/named-schemas.ts` describes them. */
const payloadMeta = (name: string) => ({ override: { $ref: `#/components/schemas/${name}` } });

/** Any JSON value, kept as text: see `JsonText`. */
const payloadSchema = z
  .unknown()
  .refine((value) => value !== undefined, 'This field is required.')
  .transform((value) => (value instanceof JsonText ? value : new JsonText(JSON.stringify(value))))
  .meta(payloadMeta('NewAnnotationPayload'));

export const annotationSchema = z
  .object({
    deckId: z.string().meta({ description: 'The id of the deck.' }),
    slideIndex: z.int().min(0).meta({ description: 'The position of the slide in the deck, counted from 0.' }),
    payload: z.instanceof(JsonText).meta(payloadMeta('AnnotationPayload')),
    revision: z.int().min(1).meta({
      description: 'Counts the changes of this annotation, also across a deletion. Send it as `If-Match` with the next change.',
    }),
    updatedAt: timestampSchema.meta({ description: 'When it was last changed.' }),
    updatedBy: personSchema.meta({ description: 'Who last changed it.' }),
  })
  .meta({ id: 'Annotation', description: 'A drawing on a slide, or other JSON that a program stores there.' });
export type Annotation = z.infer<typeof annotationSchema>;

/** The response to a change of strokes. It has no payload, because the client knows the strokes. */
export const annotationStampSchema = annotationSchema
  .omit({ payload: true })
  .meta({ id: 'AnnotationStamp', description: 'An annotation without its payload.' });

export const annotationListSchema = z
  .object({
    items: z.array(annotationSchema).meta({ description: 'The annotations, by slide. A slide without one is left out.' }),
    unplaced: z
      .array(
        unplaced(annotationSchema, 'UnplacedAnnotation', 'An annotation whose slide is not in the version that was asked for.'),
      )
      .meta({ description: 'Annotations whose slide is not in this version. They are kept and come back with their slide.' }),
  })
  .meta({ id: 'AnnotationList', description: 'All annotations of a deck.' });
const annotationTargetSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  slideIndex: slideIndexSchema,
});
export const annotationWriteSchema = annotationTargetSchema.extend({ payload: payloadSchema, ...writeConditions });
export const annotationRemoveSchema = annotationTargetSchema.extend(writeConditions);
