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
const pointSchema = z.union([z.tuple([coordinate, coordinate]), z.tuple([coordinate, coordinate, z.number().min(0).max(1)])]);
export type InkPoint = z.infer<typeof pointSchema>;

const strokeId = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -');

/** A stroke as it is sent. Whose it is and when it was made, the server says. */
export const newStrokeSchema = z
  .object({
    id: strokeId.meta({ description: 'Made by the client: a batch that is sent twice draws once' }),
    tool: z
      .string()
      .regex(/^[a-z][a-z-]{0,31}$/, 'must be a short word in lower case')
      .meta({ examples: ['pen'] }),
    color: textSchema(64)
      .min(1)
      .meta({ examples: ['#d9542b'] }),
    width: z.number().positive().max(10_000).meta({ description: 'In slide units; of text the height of its letters' }),
    points: z.array(pointSchema).min(1).max(INK_POINTS_MAX),
    inner: z
      .union([textSchema(128), z.int().min(0)])
      .optional()
      .meta({ description: 'Position inside a deck that is one document' }),
    text: textSchema(INK_TEXT_MAX)
      .min(1)
      .optional()
      .meta({ description: 'Of the tool `text`; its point is the upper left corner' }),
    restores: strokeId
      .optional()
      .meta({ description: 'The erased stroke that is drawn again, under a new id: unchanged, it stays its author’s' }),
  })
  .meta({ id: 'NewStroke' });
export type NewStroke = z.infer<typeof newStrokeSchema>;

/** A stroke as it is given back. */
export const strokeSchema = newStrokeSchema
  .omit({ restores: true })
  .extend({ author: personSchema, createdAt: timestampSchema })
  .meta({ id: 'Stroke' });
export type Stroke = z.infer<typeof strokeSchema>;

export const inkPayloadSchema = z.object({ kind: z.literal(INK_KIND), strokes: z.array(newStrokeSchema).max(INK_STROKES_MAX) });

export const strokesBatchSchema = z.object({
  id: idSchema,
  slideIndex: slideIndexSchema,
  add: z.array(newStrokeSchema).max(INK_STROKES_MAX).default([]),
  erase: z.array(strokeId).max(INK_STROKES_MAX).default([]).meta({ description: 'Ids; an erased one never comes back' }),
  versionId: idSchema.optional().meta({ description: 'The version the client is looking at; 409 when it is no longer current' }),
});

/** `versionId`: of a version that is not current any more the ink can be read, not changed. */
export const inkReadSchema = strokesBatchSchema.pick({ id: true, slideIndex: true }).extend({ versionId: idSchema.optional() });
/** `inner`: of a deck that is one document, the place inside; without it all that is drawn on the slide. */
export const drawingExportSchema = inkReadSchema
  .pick({ id: true, slideIndex: true })
  .extend({ inner: textSchema(128).optional() });
/**
 * `foreign`: another program has put something of its own there, and ink has to stay away. `replaced`: the version that was asked
 * for is not current any more.
 */
export const slideInkSchema = z.object({ foreign: z.boolean(), replaced: z.boolean(), strokes: z.array(strokeSchema) });
export type SlideInk = z.infer<typeof slideInkSchema>;
