import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { INK_POINTS_MAX, INK_STROKES_MAX, INK_TEXT_MAX, INNER_NAME_MAX } from './limits.ts';
import { personSchema } from './people.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** The kind of annotation that the web application draws, and the only one whose payload the service interprets. */
export const INK_KIND = 'lectern-ink@1';

/** In slide units. */
export const coordinateSchema = z.number().min(-1e6).max(1e6);
/** x and y in slide units, and the pressure of the pen if the device reports it. */
const pointSchema = z
  .union([z.tuple([coordinateSchema, coordinateSchema]), z.tuple([coordinateSchema, coordinateSchema, z.number().min(0).max(1)])])
  .meta({
    id: 'InkPoint',
    // A union of tuples would be exact, but client generators do not support it.
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

const strokeId = z.string().regex(/^[\w-]{1,64}$/, 'This field must consist of 1 to 64 letters, digits, "_" or "-".');

/** A stroke as clients send it. The server adds the author and the time. */
export const newStrokeSchema = z
  .object({
    id: strokeId.meta({ description: 'Chosen by the client and unique in the deck. Sending a stroke twice draws it once.' }),
    tool: z
      .string()
      .regex(/^[a-z][a-z-]{0,31}$/, 'This field must be a lowercase word of at most 32 letters and hyphens.')
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
      .union([textSchema(INNER_NAME_MAX), z.int().min(0)])
      .optional()
      .meta({
        description:
          'The slide inside a deck that is a single document: its name, as for notes, or its position from 0, which does not follow it into a new version. Left out: the stroke belongs to the slide as a whole.',
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

/** A stroke as the server returns it. */
export const strokeSchema = newStrokeSchema
  .omit({ restores: true })
  .extend({
    author: personSchema.meta({ description: 'Who drew the stroke.' }),
    createdAt: timestampSchema.meta({ description: 'When the stroke was drawn.' }),
  })
  .meta({ id: 'Stroke', description: 'A stroke as the server returns it.' });
export type Stroke = z.infer<typeof strokeSchema>;

const inkKind = z.literal(INK_KIND).meta({ description: 'Says that the payload is a drawing.' });

export const inkPayloadSchema = z
  .object({
    kind: inkKind,
    strokes: z.array(newStrokeSchema).max(INK_STROKES_MAX).meta({ description: 'The strokes, bottom to top.' }),
  })
  .meta({ id: 'NewInkPayload', description: 'A drawing as it is sent as the payload of an annotation.' });

export const drawingPayloadSchema = z
  .object({ kind: inkKind, strokes: z.array(strokeSchema).meta({ description: 'The strokes, bottom to top.' }) })
  .meta({ id: 'InkPayload', description: 'A drawing as the server returns it as the payload of an annotation.' });

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

/** `versionId` defaults to the current version. Ink of older versions can be read, but not changed. */
export const inkReadSchema = strokesBatchSchema.pick({ id: true, slideIndex: true }).extend({ versionId: idSchema.optional() });
export const drawingExportSchema = inkReadSchema.pick({ id: true, slideIndex: true }).extend({
  inner: textSchema(INNER_NAME_MAX).optional().meta({
    description: 'Only the strokes on this slide inside a deck that is a single document. Default: all strokes on the slide.',
  }),
});
export const slideInkSchema = z.object({
  /** Whether another program has stored an annotation of its own on the slide. Ink cannot be added then. */
  foreign: z.boolean(),
  /** Whether the requested version is no longer the current one. */
  replaced: z.boolean(),
  strokes: z.array(strokeSchema),
});
export type SlideInk = z.infer<typeof slideInkSchema>;

/**
 * The slides with drawings. `place` is the `inner` of the strokes; null for the slide as a whole and for payloads of other
 * programs.
 */
export const drawnPlacesSchema = z.object({
  items: z.array(z.object({ slideIndex: z.int().min(0), place: z.union([z.string(), z.number()]).nullable() })),
});
export type DrawnPlaces = z.infer<typeof drawnPlacesSchema>;
