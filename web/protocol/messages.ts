import * as z from 'zod/mini';

const directionSchema = z.enum(['next', 'previous']);
export type Direction = z.infer<typeof directionSchema>;

/** Whole numbers within reason, because deck code may say anything. */
const countSchema = z.int().check(z.minimum(0), z.maximum(100_000));

/** Where a deck with a runtime of its own, or a slide with steps, stands inside itself. */
const positionSchema = z.object({
  /** Slide inside the document, from 0, of `count`. */
  index: countSchema,
  count: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Steps of that slide that are shown, from 0. */
  step: countSchema,
  canNext: z.boolean(),
  canPrevious: z.boolean(),
});
export type InnerPosition = z.infer<typeof positionSchema>;

/** A slide inside a document, as the deck calls it. Untrusted text. */
const outlinedSchema = z.object({
  label: z.string().check(z.maxLength(256)),
  /** The beginning of what stands on it, without its label. */
  text: z.string().check(z.maxLength(256)),
  notes: z.nullable(z.string().check(z.maxLength(16_384))),
});
export type OutlinedSlide = z.infer<typeof outlinedSchema>;

/** All that a frame may say. What each message may do is said in `frame-rights.ts`. */
export const frameMessageSchema = z.discriminatedUnion('lectern', [
  z.object({ lectern: z.literal('key'), key: z.string().check(z.maxLength(32)), shiftKey: z.boolean() }),
  /** Null: this document has no inner slides and no steps that we know of. */
  z.object({ lectern: z.literal('position'), position: z.nullable(positionSchema) }),
  /** The slides inside a `single-file` document; sent once they are known and whenever they change. */
  z.object({ lectern: z.literal('outline'), slides: z.array(outlinedSchema).check(z.maxLength(2000)) }),
  /** Somebody moved on beyond the document's first or last step. */
  z.object({ lectern: z.literal('edge'), direction: directionSchema }),
  z.object({ lectern: z.literal('active') }),
  /** A pen is near, or has come down. */
  z.object({ lectern: z.literal('pen'), down: z.boolean() }),
  z.object({ lectern: z.literal('swipe'), direction: directionSchema }),
  /** Two fingers: `scale` since they went down, `x` and `y` their middle in the frame's own pixels. */
  z.object({
    lectern: z.literal('pinch'),
    phase: z.enum(['start', 'move', 'end']),
    scale: z.number().check(z.minimum(0.01), z.maximum(100)),
    x: z.number(),
    y: z.number(),
  }),
  /** The wheel with Ctrl held, or two fingers on a touchpad: so many times closer, round this place in the frame's own pixels. */
  z.object({ lectern: z.literal('zoom'), by: z.number().check(z.minimum(0.01), z.maximum(100)), x: z.number(), y: z.number() }),
  /** One finger on a slide that is shown closer: how far it went on the screen. */
  z.object({ lectern: z.literal('pan'), x: z.number(), y: z.number() }),
  /** A double tap there: the whole slide again. */
  z.object({ lectern: z.literal('whole') }),
  /** The deck's content policy kept it from loading something from this host. */
  z.object({ lectern: z.literal('blocked'), host: z.string().check(z.maxLength(255)) }),
]);
export type FrameMessage = z.infer<typeof frameMessageSchema>;

/** What the player says to the bridge. */
export type PlayerMessage =
  /** It hears this frame from now on, and asks for all that was said before: position, outline, what was blocked. */
  | { lectern: 'hello' }
  /** Whether the slide is shown closer, and fingers move it about. */
  | { lectern: 'closer'; isZoomed: boolean }
  | { lectern: 'step'; direction: Direction; skip: boolean; byKeys: boolean }
  /** `step` steps of the inner slide are to be shown; without it, as the runtime likes. */
  | { lectern: 'go'; index: number; step?: number };
