import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { INK_POINTS_MAX, INK_STROKES_MAX, INK_TEXT_MAX } from './limits.ts';
import { personSchema } from './roles.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** What the web application draws: the one kind of annotation that the service understands. */
export const INK_KIND = 'lectern-ink@1';

const coordinate = z.number().min(-1e6).max(1e6);
/** x and y in slide units, and how hard the pen was pressed, where it tells. */
const pointSchema = z
  .union([z.tuple([coordinate, coordinate]), z.tuple([coordinate, coordinate, z.number().min(0).max(1)])])
  .meta({
    id: 'InkPoint',
    // As tuples it is exact, and client generators fail on them.
    override: ({ jsonSchema }) => {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, {
        type: 'array',
        items: { type: 'number', minimum: -1e6, maximum: 1e6 },
        minItems: 2,
        maxItems: 3,
      });
    },
    description: 'A point as `[x, y]` or `[x, y, pressure]`: x and y in slide units, the pressure of the pen from 0 to 1.',
    examples: [[120, 80, 0.5]],
  });
export type InkPoint = z.infer<typeof pointSchema>;

const strokeId = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -');

/** A stroke as it is sent. Whose it is and when it was made, the server says. */
export const newStrokeSchema = z
  .object({
    id: strokeId.meta({ description: 'Chosen by the client and unique in the deck. Sending a stroke twice draws it once.' }),
    tool: z
      .string()
      .regex(/^[a-z][a-z-]{0,31}$/, 'must be a short word in lower case')
      .meta({ description: 'The drawing tool, such as `pen`, `highlighter`, `line`, `rectangle` or `text`.', examples: ['pen'] }),
    color: textSchema(64)
      .min(1)
      .meta({ description: 'A CSS color.', examples: ['#d9542b'] }),
    width: z
      .number()
      .positive()
      .max(10_000)
      .meta({ description: 'The width of the line in slide units. For text: the height of the letters.' }),
    points: z
      .array(pointSchema)
      .min(1)
      .max(INK_POINTS_MAX)
      .meta({ description: 'The points of the stroke in the order they were drawn.' }),
    inner: z
      .union([textSchema(128), z.int().min(0)])
      .optional()
      .meta({
        description: 'The slide inside a deck that is one document. Left out: the stroke belongs to the slide as a whole.',
      }),
    text: textSchema(INK_TEXT_MAX)
      .min(1)
      .optional()
      .meta({ description: 'The text of the tool `text`. Its point is the upper left corner.' }),
    restores: strokeId.optional().meta({
      description: 'The id of an erased stroke that this one brings back. If nothing else differs, its author stays the author.',
    }),
  })
  .meta({ id: 'NewStroke', description: 'A stroke as it is sent. The server adds the author and the time.' });
export type NewStroke = z.infer<typeof newStrokeSchema>;

/** A stroke as it is given back. */
export const strokeSchema = newStrokeSchema
  .omit({ restores: true })
  .extend({
    author: personSchema.meta({ description: 'Who drew the stroke.' }),
    createdAt: timestampSchema.meta({ description: 'When the stroke was drawn.' }),
  })
  .meta({ id: 'Stroke', description: 'A stroke as it is given back.' });
export type Stroke = z.infer<typeof strokeSchema>;

const inkKind = z.literal(INK_KIND).meta({ description: 'Says that the payload is a drawing.' });

export const inkPayloadSchema = z
  .object({
    kind: inkKind,
    strokes: z.array(newStrokeSchema).max(INK_STROKES_MAX).meta({ description: 'The strokes, the lowest first.' }),
  })
  .meta({ id: 'NewInkPayload', description: 'A drawing as it is sent as the payload of an annotation.' });

/** How a drawing is given back. */
export const drawingPayloadSchema = z
  .object({ kind: inkKind, strokes: z.array(strokeSchema).meta({ description: 'The strokes, the lowest first.' }) })
  .meta({ id: 'InkPayload', description: 'A drawing as it is given back as the payload of an annotation.' });

export const strokesBatchSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  slideIndex: slideIndexSchema,
  add: z.array(newStrokeSchema).max(INK_STROKES_MAX).default([]).meta({ description: 'Strokes to draw.' }),
  erase: z
    .array(strokeId)
    .max(INK_STROKES_MAX)
    .default([])
    .meta({ description: 'Ids of strokes to erase. An erased id never comes back.' }),
  versionId: idSchema.optional().meta({
    description: 'The version that the client shows. The answer is 409 `VERSION_CHANGED` when another version is current.',
  }),
});

/** `versionId`: of a version that is not current any more the ink can be read, not changed. */
export const inkReadSchema = strokesBatchSchema.pick({ id: true, slideIndex: true }).extend({ versionId: idSchema.optional() });
/** `inner`: of a deck that is one document, the place inside; without it all that is drawn on the slide. */
export const drawingExportSchema = inkReadSchema.pick({ id: true, slideIndex: true }).extend({
  inner: textSchema(128).optional().meta({
    description: 'Only what is drawn on this slide inside a deck that is one document. Default: everything on the slide.',
  }),
});
/**
 * `foreign`: another program has put something of its own there, and ink has to stay away. `replaced`: the version that was asked
 * for is not current any more.
 */
export const slideInkSchema = z.object({ foreign: z.boolean(), replaced: z.boolean(), strokes: z.array(strokeSchema) });
export type SlideInk = z.infer<typeof slideInkSchema>;

/** `place`: where inside the slide, as in a stroke's `inner`; null: on the slide as a whole, and for other programs' payloads. */
export const drawnPlacesSchema = z.object({
  items: z.array(z.object({ slideIndex: z.int().min(0), place: z.union([z.string(), z.number()]).nullable() })),
});
export type DrawnPlaces = z.infer<typeof drawnPlacesSchema>;
