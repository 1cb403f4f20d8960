import * as z from 'zod/mini';

const directionSchema = z.enum(['next', 'previous']);
export type Direction = z.infer<typeof directionSchema>;

/** Whole numbers with a limit, because deck code can send anything. */
const countSchema = z.int().check(z.minimum(0), z.maximum(100_000));

/** The position inside a document that has inner slides or steps. */
const positionSchema = z.object({
  /** Index of the slide inside the document, from 0 to `count` - 1. */
  index: countSchema,
  count: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** How many steps of that slide are shown. */
  step: countSchema,
  /** How many steps it has; left out: the document does not know. */
  steps: z.optional(countSchema),
  canNext: z.boolean(),
  canPrevious: z.boolean(),
  /** The document may have more slides than `count`: it does not say how many. */
  isCountOpen: z.optional(z.boolean()),
});
export type InnerPosition = z.infer<typeof positionSchema>;

/** A slide inside a document, as the deck names it. Untrusted text. */
const outlinedSchema = z.object({
  label: z.string().check(z.maxLength(256)),
  /** The beginning of its text, without the label. */
  text: z.string().check(z.maxLength(256)),
  notes: z.nullable(z.string().check(z.maxLength(16_384))),
  /** What identifies it in the next version as well: see `innerNames`. Left out: its label. */
  identity: z.optional(
    z.object({ id: z.nullable(z.string().check(z.maxLength(256))), title: z.string().check(z.maxLength(256)) }),
  ),
});
export type OutlinedSlide = z.infer<typeof outlinedSchema>;

/** All messages that a frame can send. `frame-rights.ts` defines what each may do. */
export const frameMessageSchema = z.discriminatedUnion('lectern', [
  z.object({
    lectern: z.literal('key'),
    key: z.string().check(z.maxLength(32)),
    shiftKey: z.boolean(),
    /** Whether Ctrl, or ⌘, is held. Only the key that opens the search is sent with it. */
    control: z.optional(z.boolean()),
  }),
  /**
   * `position` is null if the document has no inner slides and no known steps. `isSettled`: the document is loaded and has had time to
   * go where it was asked to, so that it will not go there any more. `isStarting`: a document without a position may have one soon.
   */
  z.object({
    lectern: z.literal('position'),
    position: z.nullable(positionSchema),
    isSettled: z.boolean(),
    isStarting: z.optional(z.boolean()),
  }),
  /** The slides inside a `single-file` document; sent once they are known and whenever they change. */
  z.object({ lectern: z.literal('outline'), slides: z.array(outlinedSchema).check(z.maxLength(2000)) }),
  /** The user navigated past the document's first or last step. */
  z.object({ lectern: z.literal('edge'), direction: directionSchema }),
  z.object({ lectern: z.literal('active') }),
  /** A pen is near (`down` is false) or touches the surface. */
  z.object({ lectern: z.literal('pen'), down: z.boolean() }),
  z.object({ lectern: z.literal('swipe'), direction: directionSchema }),
  /** A click with the mouse on a part of the slide that does nothing itself; `direction` is that of the clicked side. */
  z.object({ lectern: z.literal('click'), direction: directionSchema }),
  /** A two-finger pinch: `scale` relative to its start; `x` and `y` are its center in frame pixels. */
  z.object({
    lectern: z.literal('pinch'),
    phase: z.enum(['start', 'move', 'end']),
    scale: z.number().check(z.minimum(0.01), z.maximum(100)),
    x: z.number(),
    y: z.number(),
  }),
  /** Ctrl+wheel or a touchpad pinch: zooms by a factor around a point in frame pixels. */
  z.object({ lectern: z.literal('zoom'), by: z.number().check(z.minimum(0.01), z.maximum(100)), x: z.number(), y: z.number() }),
  /** One finger on a zoomed slide: its movement in screen pixels. */
  z.object({ lectern: z.literal('pan'), x: z.number(), y: z.number() }),
  /** A double tap on a zoomed slide: resets the zoom. */
  z.object({ lectern: z.literal('whole') }),
  /** The content policy blocked a request of the deck to this host. */
  z.object({ lectern: z.literal('blocked'), host: z.string().check(z.maxLength(255)) }),
  /** The user activated a link that leads out of the document: its absolute address. */
  z.object({ lectern: z.literal('link'), href: z.string().check(z.maxLength(4096)) }),
  /** Sets of elements that could be the slides inside the document, each as a CSS selector and its number of elements. */
  z.object({
    lectern: z.literal('candidates'),
    found: z.array(z.object({ selector: z.string().check(z.maxLength(300)), count: countSchema })).check(z.maxLength(10)),
  }),
  /** The document looks on paper as it does on the screen. */
  z.object({ lectern: z.literal('paper') }),
  /** The path of the document's own address, as written in it. The frame may show another document than it was given. */
  z.object({ lectern: z.literal('document'), path: z.string().check(z.maxLength(4096)) }),
]);
export type SlideCandidate = Extract<z.infer<typeof frameMessageSchema>, { lectern: 'candidates' }>['found'][number];
export type FrameMessage = z.infer<typeof frameMessageSchema>;
export type PositionReport = Omit<Extract<FrameMessage, { lectern: 'position' }>, 'lectern'>;

/** Messages that the player sends to the bridge. */
export type PlayerMessage =
  /** The player listens now and asks for everything again: position, outline and blocked hosts. */
  | { lectern: 'hello' }
  /** Whether the slide is zoomed, so that one finger pans it. */
  | { lectern: 'closer'; isZoomed: boolean }
  /** Asks for the candidates. */
  | { lectern: 'candidates' }
  /** The page is going to be printed. The document should look as on the screen, and answer when it has been painted so. */
  | { lectern: 'paper' }
  /** A navigation key that the user pressed in the player, for a document with an unknown runtime. */
  | { lectern: 'press'; key: string; shiftKey: boolean }
  | { lectern: 'step'; direction: Direction; skip: boolean; byKeys: boolean }
  /** Goes to an inner slide and shows `step` of its steps; without `step` the runtime decides. */
  | { lectern: 'go'; index: number; step?: number };
