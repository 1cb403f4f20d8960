import { z } from 'zod';

/** Widths of pictures in pixels. The height follows from the deck's dimensions. */
export const PICTURE_WIDTHS = [320, 640, 1280, 1920] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_FORMATS = ['webp', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Pictures of slides that are higher than wide end at this height. */
export const PICTURE_HEIGHT_MAX = 8192;

/** A deck with more slides than this, inner slides included, is rendered as far as this. */
export const SLIDES_MAX = 2000;

/** The length of the text that is read from a slide. The rest is cut off. */
export const SLIDE_TEXT_MAX = 20_000;
/** The longest speaker notes of an inner slide that a deck can report, in UTF-16 code units. */
export const REPORTED_NOTES_MAX = 16_384;

/**
 * A miniature is a picture of a slide, reduced to this number of cells in each row: the mean red, green and blue of each cell, one byte each,
 * row by row. It shows where two pictures differ without decoding them.
 */
export const MINIATURE_COLUMNS = 96;
export const MINIATURE_ROWS_MAX = 96;
const MINIATURE_BYTES_MAX = MINIATURE_COLUMNS * MINIATURE_ROWS_MAX * 3;

const indexSchema = z.int().min(0).max(100_000);
const lengthSchema = z.int().min(1).max(PICTURE_HEIGHT_MAX);
const sizeSchema = z.number().positive().max(100_000);

const deckSchema = z.strictObject({
  /** Address below which the files of the package are found, with the bridge script in their slides. It ends with a slash. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .endsWith('/'),
  /** The slides of the package. Slides in a row with the same file are in one document. */
  slides: z
    .array(z.strictObject({ file: z.string().min(1).max(1024), label: z.string().max(4096).nullable() }))
    .min(1)
    .max(10_000)
    .readonly(),
  /** Size of a slide in CSS pixels. */
  dimensions: z.strictObject({ width: sizeSchema, height: sizeSchema }),
  /** Whether the documents have a runtime of their own, which knows the slides inside them. False: one document for each slide. */
  hasOwnRuntime: z.boolean(),
  /** CSS selector of the slides inside the document, if an editor of the deck has chosen it. */
  slideSelector: z.string().max(1000).nullable(),
});

/** What to render: where a version of a deck plays, and how its slides are known. */
export type DeckToRender = z.infer<typeof deckSchema>;

const appearanceSchema = z.strictObject({ width: z.literal(PICTURE_WIDTHS), format: z.enum(PICTURE_FORMATS) });

const pictureSchema = z.strictObject({
  /** Index of the slide in the package, from 0. */
  index: indexSchema,
  /** Index of the slide inside the document; null if the slide of the package is meant as a whole. */
  inner: indexSchema.nullable(),
  /** How many steps of the slide are shown. */
  step: z.union([z.literal('last'), indexSchema]),
  ...appearanceSchema.shape,
});

/** One picture. A step after the slide's last one shows the last one. */
export type PictureRequest = z.infer<typeof pictureSchema>;

/** Paper for notes and handouts; in portrait format. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

export const SLIDES_PER_PAGE = [2, 4, 6] as const;
export type SlidesPerPage = (typeof SLIDES_PER_PAGE)[number];

/** A request has at most this many bytes as JSON; a longer one ends as `too_large`. */
export const REQUEST_BYTES_MAX = 64 * 1024 * 1024;

/** A PDF has at most this many slides and steps; a job that would need more ends as `too_large`. */
export const PDF_SHEETS_MAX = 4000;

const layoutSchema = z.discriminatedUnion('kind', [
  /** A page for each slide, of the size of the deck. */
  z.strictObject({ kind: z.literal('slides') }),
  /** A page of paper for each slide, with the slide above its notes. Long notes continue on further pages. */
  z.strictObject({ kind: z.literal('notes-below'), paper: z.enum(PAPERS) }),
  /** As `slides`, and after each slide with notes these on pages of paper. */
  z.strictObject({ kind: z.literal('notes-pages'), paper: z.enum(PAPERS) }),
  /** Several slides on each page of paper. */
  z.strictObject({ kind: z.literal('handout'), perPage: z.literal(SLIDES_PER_PAGE), paper: z.enum(PAPERS) }),
]);

/** How a PDF is laid out. */
export type PdfLayout = z.infer<typeof layoutSchema>;

/** The slide to which something belongs, as in the event `slides`. */
const placeSchema = z.strictObject({
  /** Index of the slide in the package, from 0. */
  index: indexSchema,
  /** Index of the slide inside the document. Null if the slide of the package is not divided. */
  inner: indexSchema.nullable(),
});

/** The slide to which notes or a drawing belong. If there is no such slide, they are left out. */
const ownerSchema = z.strictObject({
  index: indexSchema,
  /** A slide inside the document: its index, or its name (`shared/inner-names`). Null: the slide of the package as a whole. */
  inner: z.union([indexSchema, z.string().max(1024)]).nullable(),
});

const noteSchema = z.strictObject({ ...ownerSchema.shape, text: z.string().max(200_000) });
const drawingSchema = z.strictObject({ ...ownerSchema.shape, svg: z.string().max(16_000_000) });

/** SVG documents whose view box covers the slide, on top of the slide. Of several for one slide, each is drawn. */
const drawingsSchema = z.array(drawingSchema).max(10_000).readonly();

const pdfSchema = z.strictObject({
  /** Title of the document. */
  title: z.string().max(1024),
  /** Language of the document as a BCP 47 tag; null: the language that the deck's first document names, if any. */
  language: z.string().max(64).nullable(),
  /** `last`: each slide once, with all of its steps shown. `all`: each slide once for each number of its steps, from none. */
  steps: z.enum(['last', 'all']),
  layout: layoutSchema,
  /**
   * Notes as plain text, for layouts with notes. A slide without an entry has the notes that its document reports; empty text is no notes.
   * Notes of a divided slide as a whole are put before those of its first inner slide.
   */
  notes: z.array(noteSchema).max(10_000).readonly(),
  drawings: drawingsSchema,
});

/** A PDF of a whole deck. */
export type PdfRequest = z.infer<typeof pdfSchema>;

export const renderRequestSchema = z.union([
  /** A picture of every slide and inner slide, at its last step. */
  z.strictObject({
    deck: deckSchema,
    pictures: z.literal('all'),
    ...appearanceSchema.shape,
    drawings: drawingsSchema.optional(),
  }),
  /** These pictures, in the order of the deck. */
  z.strictObject({
    deck: deckSchema,
    pictures: z.array(pictureSchema).min(1).max(SLIDES_MAX).readonly(),
    /** Whether what the slides show is reported as well. */
    withContent: z.boolean().optional(),
    drawings: drawingsSchema.optional(),
  }),
  /** A PDF of every slide and inner slide. */
  z.strictObject({ deck: deckSchema, pdf: pdfSchema }),
]);
export type RenderRequest = z.infer<typeof renderRequestSchema>;

/**
 * Why a slide has no picture and no page: `not_loaded` its document or the slide in it does not exist or could not be loaded, `slide_timeout` it took too
 * long, `crashed` its page crashed, `left` the document went to another address.
 */
export const SLIDE_FAILURES = ['not_loaded', 'slide_timeout', 'crashed', 'left'] as const;
export type SlideFailure = (typeof SLIDE_FAILURES)[number];
/** Failures that a busy machine can cause as well, so that another attempt may succeed. */
export const PASSING_FAILURES = ['slide_timeout', 'crashed'] as const satisfies readonly SlideFailure[];

/**
 * Why a job ended before everything was made: `deck_timeout` all slides together took too long, `memory` and `too_large` it used
 * too much memory, or too many bytes or pages, `browser_ended` and `renderer_ended` the process ended, which may be due to the deck.
 */
export const RENDER_FAILURES = ['deck_timeout', 'memory', 'too_large', 'browser_ended', 'renderer_ended'] as const;
export type RenderFailure = (typeof RENDER_FAILURES)[number];

/** A slide as people count slides. */
const slideSchema = z.strictObject({
  ...placeSchema.shape,
  /** Its label in the package or, for an inner slide, its title as the deck reports it. Untrusted text; may be empty. */
  title: z.string(),
  /** The name of an inner slide, which stays the same in the next version (`shared/inner-names`); null if the document does not say. */
  name: z.string().nullable(),
});
export type RenderedSlide = z.infer<typeof slideSchema>;

/** The header of a frame of the response. The bytes of a picture or of a part of a PDF follow it. */
export const eventHeaderSchema = z.discriminatedUnion('type', [
  /**
   * All slides in the order of the deck. The first event if all pictures or a PDF were requested; not sent otherwise. `isGuess`: a document has not
   * reported in time, and counts as the slides that the package has of it.
   */
  z.strictObject({ type: z.literal('slides'), slides: z.array(slideSchema), isGuess: z.boolean().optional() }),
  z.strictObject({
    type: z.literal('picture'),
    ...placeSchema.shape,
    /** How many steps of the slide are shown. */
    step: indexSchema,
    /** How many steps the slide has; null if another step than the last was requested, so that this is unknown. */
    steps: indexSchema.nullable(),
    width: lengthSchema,
    height: lengthSchema,
    format: z.enum(PICTURE_FORMATS),
  }),
  /** A slide, or a step of it, has been made for the PDF. */
  z.strictObject({
    type: z.literal('page'),
    ...placeSchema.shape,
    /** How many steps of the slide are shown. */
    step: indexSchema,
    /** True if the slide could not be printed, so that the PDF has a picture of it, without text and links. */
    isPicture: z.boolean(),
  }),
  /** What a slide shows. Follows its picture if all pictures, or pictures with content, were requested, without drawings. */
  z.strictObject({
    type: z.literal('content'),
    ...placeSchema.shape,
    /** The visible text, one line for each block. Untrusted. */
    text: z.string().max(SLIDE_TEXT_MAX),
    /** The speaker notes of an inner slide, as the deck reports them; empty if it does not. Untrusted. */
    notes: z.string().max(REPORTED_NOTES_MAX),
    /** In base64. Null if the slide did not come to rest, so that no two pictures of it are the same. */
    miniature: z
      .base64()
      .max(Math.ceil(MINIATURE_BYTES_MAX / 3) * 4)
      .nullable(),
  }),
  /** A slide, or a step of it, could not be shown. There is no picture of it; in a PDF it is blank, or its notes or drawings are missing. */
  z.strictObject({ type: z.literal('failed'), ...placeSchema.shape, reason: z.enum(SLIDE_FAILURES) }),
  /** A part of the PDF. The bytes follow it; those of all such events, in this order, are the file. Sent after all `page` events. */
  z.strictObject({
    type: z.literal('document'),
    /** Size of the whole file in bytes. */
    size: z.int().positive(),
    /** How many pages the file has. */
    pages: z.int().positive(),
  }),
  /** The job has ended before its time. The last event of the response; clients throw it as `RenderFailedError`. */
  z.strictObject({ type: z.literal('ended'), reason: z.enum(RENDER_FAILURES) }),
  /** The browser cannot be started. The only event; clients throw it as `RendererUnavailableError`. */
  z.strictObject({ type: z.literal('unavailable'), message: z.string() }),
  /** Everything has been sent. The last event. */
  z.strictObject({ type: z.literal('done') }),
]);
export type EventHeader = z.infer<typeof eventHeaderSchema>;

type WithBytes<Header> = Header extends { type: 'picture' | 'document' } ? Header & { readonly bytes: Uint8Array } : Header;

/**
 * What a job reports, in this order: `slides` if all were requested; `picture` or `failed` for each picture, and `content` after each
 * `picture` if it was requested; `page` or `failed` for each slide of a PDF, and then its `document` parts, of which there are none if all
 * slides have failed; `done`. Pictures that failed at first and not later come last.
 */
export type RenderEvent = WithBytes<Exclude<EventHeader, { type: 'ended' | 'unavailable' }>>;

export interface Renderer {
  /**
   * Returns the browser's name and version, for example `Chromium 156.0.8078.79`.
   * @throws RendererUnavailableError
   */
  check(signal: AbortSignal): Promise<{ readonly browser: string }>;
  /**
   * Renders pictures or a PDF of a deck. Events arrive as soon as they are known. Leaving the loop or aborting the signal ends the job.
   * @throws RendererUnavailableError if the renderer cannot be reached or cannot start its browser. Trying again later may help.
   * @throws RenderFailedError if the job has ended early. Pictures that were sent before are complete.
   */
  render(request: RenderRequest, signal: AbortSignal): AsyncIterable<RenderEvent>;
  /** Ends the jobs that are running, and the process if this program has started it. */
  stop(): Promise<void>;
}

/** The renderer cannot work. The message is a sentence that says why and what to do. */
export class RendererUnavailableError extends Error {
  override readonly name = 'RendererUnavailableError';
}

/** A job has ended early, because of the deck or because a process ended. */
export class RenderFailedError extends Error {
  override readonly name = 'RenderFailedError';
  readonly reason: RenderFailure;

  constructor(reason: RenderFailure, options?: ErrorOptions) {
    super(`The deck could not be rendered to its end: ${reason}.`, options);
    this.reason = reason;
  }
}
