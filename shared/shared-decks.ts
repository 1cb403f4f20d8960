import { manifestSchema } from 'deck-format';
import { z } from 'zod';
import { INK_KIND, strokeSchema } from './ink.ts';
import { innerOfRecord } from './inner.ts';
import { LINK_GRANT_MAX, LINK_TOKEN_MAX, PASSWORD_MAX } from './limits.ts';
import { askForSchema } from './links.ts';
import { slideIndexSchema } from './ids.ts';
import { pictureQuery } from './slides.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

const namedSchema = z
  .object({ name: z.string().meta({ description: 'The name of the person.' }) })
  .meta({ id: 'SharedPerson', description: 'A person as visitors see them.' });

/** What a visitor with a link gets to see. Nothing here contains an id of a person, a deck or a link. */
export const sharedDeckSchema = z
  .object({
    deck: z
      .object({
        title: z.string().meta({ description: 'The title of the deck.' }),
        slideCount: z.int().min(1).meta({ description: 'The number of slides in the package.' }),
        versionId: z.string().meta({ description: 'The version that the link shows. It changes when another one is shown.' }),
        slides: z
          .array(
            z
              .object({
                index: z.int().min(0).meta({ description: 'The position of the slide in the deck, counted from 0.' }),
                title: z.string().meta({ description: 'The title of the slide.' }),
                file: z.string().meta({ description: 'The path of the slide in the package, below `baseUrl` of the playback.' }),
                thumbnail: z
                  .string()
                  .nullable()
                  .meta({ description: 'The path of its picture in the package. Null: the package has none.' }),
              })
              .meta({ id: 'SharedPackageSlide', description: 'A slide of the package.' }),
          )
          .meta({ description: 'The slides of the package.' }),
        dimensions: z
          .object({
            width: z.number().positive().meta({ description: 'The width.' }),
            height: z.number().positive().meta({ description: 'The height.' }),
          })
          .meta({ id: 'SharedDimensions', description: 'The size of a slide in CSS pixels.' }),
        architecture: manifestSchema.shape.architecture.meta({ description: 'How the package is made, as its manifest says.' }),
        sourceKind: z.string().nullable().meta({ description: 'What the package was made of, as its manifest says.' }),
        conversionMode: z.string().nullable().meta({ description: 'How it was made of it, as its manifest says.' }),
        slideSelector: z.string().nullable().meta({
          description: 'CSS selector of the slides inside the documents of the deck. Null: the player finds them itself.',
        }),
      })
      .meta({ id: 'SharedSlides', description: 'The deck that a link shows.' }),
    owner: namedSchema.meta({ description: 'Who owns the deck.' }),
    allowDownload: z.boolean().meta({ description: 'Whether you may download the package.' }),
    allowEmbedding: z.boolean().meta({ description: 'Whether a page of another site may show the deck in a frame.' }),
    showNotes: z.boolean().meta({ description: 'Whether you may read the notes.' }),
    showDrawings: z.boolean().meta({ description: 'Whether you may see the drawings.' }),
    allowComments: z.boolean().meta({ description: 'Whether you may comment.' }),
    askFor: askForSchema,
    expiresAt: timestampSchema.nullable().meta({ description: 'When the link stops working. Null: never.' }),
    live: z.boolean().meta({ description: 'Whether a talk that its presenter has opened to the link is going on.' }),
  })
  .meta({ id: 'SharedDeck', description: 'A deck as a visitor sees it who has a link.' });
export type SharedDeck = z.infer<typeof sharedDeckSchema>;

const onSlide = {
  slideIndex: z.int().min(0).meta({ description: 'The position of the slide in the deck, counted from 0.' }),
  revision: z.int().min(1).meta({ description: 'Counts the changes.' }),
  updatedAt: timestampSchema.meta({ description: 'When it was last changed.' }),
  updatedBy: namedSchema.meta({ description: 'Who last changed it.' }),
};
/** Visitors see nothing of slides that the version does not have. The field makes the lists look like those of people with an account. */
const noneUnplaced = z.array(z.never()).max(0).meta({ description: 'Always empty.' });

export const sharedNoteSchema = z
  .object({ ...onSlide, inner: innerOfRecord, body: z.string().meta({ description: 'The note as plain text.' }) })
  .meta({ id: 'SharedNote', description: 'The note on a slide, as visitors see it.' });
export const sharedNoteListSchema = z
  .object({
    items: z.array(sharedNoteSchema).meta({ description: 'The notes, by slide. A slide without a note is left out.' }),
    unplaced: noneUnplaced,
  })
  .meta({ id: 'SharedNoteList', description: 'The notes on the slides that a link shows.' });
export type SharedNote = z.infer<typeof sharedNoteSchema>;
export type SharedNoteList = z.infer<typeof sharedNoteListSchema>;

export const sharedAnnotationSchema = z
  .object({
    ...onSlide,
    payload: z
      .object({
        kind: z.literal(INK_KIND).meta({ description: 'The kind of annotation.' }),
        strokes: z
          .array(
            strokeSchema
              .omit({ author: true })
              .extend({ author: namedSchema.meta({ description: 'Who drew it.' }) })
              .meta({ id: 'SharedStroke', description: 'A stroke as visitors see it.' }),
          )
          .meta({ description: 'The strokes, in the order in which they were drawn.' }),
      })
      .meta({ id: 'SharedInk', description: 'What is drawn on the slide.' }),
  })
  .meta({ id: 'SharedAnnotation', description: 'The drawing on a slide, as visitors see it.' });
export type SharedAnnotation = z.infer<typeof sharedAnnotationSchema>;
export const sharedAnnotationListSchema = z
  .object({
    items: z
      .array(sharedAnnotationSchema)
      .meta({ description: 'The drawings, by slide. What other programs store on slides is left out.' }),
    unplaced: noneUnplaced,
  })
  .meta({ id: 'SharedAnnotationList', description: 'The drawings on the slides that a link shows.' });

export const sharedSlideListSchema = z
  .object({
    items: z
      .array(
        z
          .object({
            index: z.int().min(0).meta({ description: 'The position of the slide in the package, counted from 0.' }),
            inner: z.int().min(0).nullable().meta({ description: 'The position inside the slide. Null: the slide as a whole.' }),
            title: z.string().meta({ description: 'The title of the slide.' }),
            hasPicture: z.boolean().meta({ description: 'Whether there is a picture of the slide.' }),
          })
          .meta({ id: 'SharedSlide', description: 'A slide as people see it.' }),
      )
      .meta({ description: 'The slides in their order. Slides inside a document are listed one by one once they are known.' }),
  })
  .meta({ id: 'SharedSlideList', description: 'The slides that a link shows.' });
export type SharedSlide = SharedSlideList['items'][number];
export type SharedSlideList = z.infer<typeof sharedSlideListSchema>;

export const sharedTargetSchema = z.object({
  token: z.string().min(1).max(LINK_TOKEN_MAX).meta({ description: 'The last part of the address of the link.' }),
});

export const unlockSchema = sharedTargetSchema.extend({
  password: textSchema(PASSWORD_MAX).min(1).meta({ description: 'The password of the link.' }),
});
export const linkGrantSchema = z
  .object({
    grant: z.string().max(LINK_GRANT_MAX).meta({ description: 'Send it as `Authorization: Link <grant>`.' }),
    expiresAt: timestampSchema.meta({ description: 'When it stops working. It also ends when the password changes.' }),
  })
  .meta({ id: 'LinkGrant', description: 'The right to use a link with a password, for a while.' });
export type LinkGrant = z.infer<typeof linkGrantSchema>;

export const sharedPicturePathSchema = sharedTargetSchema.extend({ slideIndex: slideIndexSchema });
export const sharedPictureQuery = z.object({
  inner: pictureQuery.shape.inner,
});

/** How long a client waits that reads a stream only when it is complete. */
const EVENTS_SECONDS_MAX = 3600;
export const sharedEventsQuery = z.object({
  seconds: z.coerce
    .string<string | number>()
    .regex(/^[1-9]\d{0,3}$/, 'This field must be a whole number, 1 or larger.')
    .transform(Number)
    .pipe(z.int().max(EVENTS_SECONDS_MAX))
    .optional()
    .meta({
      override: { type: 'integer', minimum: 1, maximum: EVENTS_SECONDS_MAX },
      description: 'The stream is closed after this time. Left out: it stays open.',
    }),
});

const sizeMax = z.coerce
  .string<string | number>()
  .regex(/^[1-9]\d{0,4}$/, 'This field must be a whole number, 1 or larger.')
  .transform(Number)
  .optional();
const sizeMeta = { override: { type: 'integer', minimum: 1, maximum: 99_999 } } as const;
/** The longest address that can be that of a link. */
const EMBED_URL_MAX = 2048;
export const embedQuery = z.object({
  url: z.string().max(EMBED_URL_MAX).meta({ description: 'The address of a link.' }),
  format: z.enum(['json', 'xml']).default('json').meta({ description: 'The format of the response: only `json` is supported.' }),
  maxwidth: sizeMax.meta({ ...sizeMeta, description: 'The largest width in pixels.' }),
  maxheight: sizeMax.meta({ ...sizeMeta, description: 'The largest height in pixels.' }),
});
export type EmbedWish = z.infer<typeof embedQuery>;
export const embedSchema = z
  .object({
    type: z.literal('rich').meta({ description: 'What it is: HTML.' }),
    version: z.literal('1.0').meta({ description: 'The version of oEmbed.' }),
    title: z.string().meta({ description: 'The title of the deck.' }),
    author_name: z.string().meta({ description: 'The name of the owner of the deck.' }),
    provider_name: z.string().meta({ description: 'The name of this service.' }),
    provider_url: z.url().meta({ description: 'The address of this service.' }),
    html: z.string().meta({ description: 'An `iframe` that shows the deck.' }),
    width: z.int().min(1).meta({ description: 'The width of the frame in pixels.' }),
    height: z.int().min(1).meta({ description: 'The height of the frame in pixels.' }),
  })
  .meta({ id: 'Embed', description: 'How another site shows a deck (oEmbed 1.0).' });
export type Embed = z.infer<typeof embedSchema>;
