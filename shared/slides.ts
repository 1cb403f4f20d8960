import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { SLIDES_SHOWN_MAX } from './limits.ts';

/** Widths of pictures in pixels. The height follows from the deck's dimensions. */
const PICTURE_WIDTHS = ['320', '640', '1280', '1920'] as const;
const PIXELS = { 320: 320, 640: 640, 1280: 1280, 1920: 1920 } as const;
export type PictureWidth = (typeof PIXELS)[keyof typeof PIXELS];
const PICTURE_FORMATS = ['webp', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const slideListQuery = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  versionId: idSchema.optional().meta({ description: 'The version. Default: the current version.' }),
});

/** The path of a slide's picture in a version. */
export function picturePath(deckId: string, versionId: string, { index, inner }: Pick<Slide, 'index' | 'inner'>): string {
  const query = new URLSearchParams({ versionId, ...(inner !== null && { inner: String(inner) }) });
  return `/api/decks/${encodeURIComponent(deckId)}/slides/${index}/picture?${query.toString()}`;
}

export const slideSchema = z
  .object({
    index: z.int().min(0).meta({ description: 'The position of the slide in the package, counted from 0.' }),
    inner: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The position inside the slide, if that is a document with several slides, counted from 0.' }),
    title: z.string().meta({ description: 'The title. It may be empty.' }),
    thumbnailUrl: z
      .string()
      .nullable()
      .meta({
        description: 'The path of a picture of the slide, 640 pixels wide. Null: there is none, or not yet.',
        examples: ['/api/decks/…/slides/0/picture?versionId=…'],
      }),
    steps: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The number of steps after which the whole slide is visible. Null: unknown.' }),
  })
  .meta({ id: 'Slide', description: 'A slide as people see it.' });
export type Slide = z.infer<typeof slideSchema>;

export const slideListSchema = z
  .object({ items: z.array(slideSchema).meta({ description: 'The slides in their order.' }) })
  .meta({ id: 'SlideList', description: 'All slides of a version.' });

const RENDERING_STATES = ['off', 'waiting', 'running', 'done', 'failed'] as const;

/** Why slides have no pictures. */
const RENDERING_FAILURES = ['timeout', 'too_large', 'crashed'] as const;
export type RenderingFailure = (typeof RENDERING_FAILURES)[number];

export const renderingSchema = z
  .object({
    state: z.enum(RENDERING_STATES).meta({
      description:
        '`off`: the server has no renderer, or the version is not rendered. `waiting`: other decks come first. `running`: pictures are being made. `done`: every slide that can be shown has a picture. `failed`: it ended early; `error` says why.',
    }),
    done: z.int().min(0).meta({ description: 'How many slides have been rendered.' }),
    of: z.int().min(0).nullable().meta({ description: 'How many slides there are. Null until this is known.' }),
    error: z.enum(RENDERING_FAILURES).nullable().meta({
      description:
        '`timeout`: the deck takes too long. `too_large`: it uses too much memory, or its pictures are too large. `crashed`: the browser has ended. Null unless it has failed.',
    }),
  })
  .meta({ id: 'Rendering', description: 'How far the server is with the pictures of a version.' });
export type Rendering = z.infer<typeof renderingSchema>;

export const picturePathSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  slideIndex: slideIndexSchema,
});

const countSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,5})$/, 'This field must be a whole number, 0 or larger.')
  .transform(Number);

export const pictureQuery = z.object({
  versionId: idSchema.optional().meta({ description: 'The version. Default: the current version.' }),
  inner: countSchema.optional().meta({
    override: { type: 'integer', minimum: 0, maximum: SLIDES_SHOWN_MAX },
    description: 'The position inside the slide, as in the list of slides. Default: the first one.',
  }),
  width: z
    .enum(PICTURE_WIDTHS)
    .transform((width) => PIXELS[width])
    .default(640)
    .meta({
      override: { type: 'integer', enum: Object.values(PIXELS), default: 640 },
      description: 'The width in pixels. The height follows from the deck.',
    }),
  step: countSchema.optional().meta({
    override: { type: 'integer', minimum: 0 },
    description:
      'How many steps of the slide are shown. A number larger than `steps` in the list of slides shows all. Default: all.',
  }),
  format: z.enum(PICTURE_FORMATS).default('webp').meta({ description: 'The format.' }),
});
