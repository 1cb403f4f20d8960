import { z } from 'zod';
import { deckSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import { SEARCH_QUERY_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { SEARCH_FIELDS } from './search-fields.ts';
import { textSchema } from './text.ts';
import { instantSchema } from './time.ts';

/** The number of the way in which texts are read from packages. When it grows, stored packages are read again in the background. */
export const TEXT_READING = 2;

/** The text of a slide, as it is read from a package. Lines are separated by line breaks. */
export interface PackageText {
  readonly slideIndex: number;
  /** The position inside the slide's document. Null if the document is one slide. */
  readonly inner: number | null;
  /** The name of the inner slide (`inner-names.ts`). */
  readonly innerName: string | null;
  readonly headings: string;
  readonly text: string;
  readonly notes: string;
  /** The document's title, unless another document of the package has the same one. It is not on the slide, so it is not part of `text`. */
  readonly documentTitle?: string;
}

const fieldSchema = z.enum(SEARCH_FIELDS);

export const searchQuery = z.object({
  q: textSchema(SEARCH_QUERY_MAX)
    .min(1)
    .meta({
      description:
        'What to find. An entry must contain every word; the beginning of a word is enough, and case and accents do not matter. Words in double quotes must follow each other, and `-word` leaves entries out. No text is an error.',
      examples: ['figures'],
    }),
  deckId: idSchema.optional().meta({ description: 'Only find entries of this deck.' }),
  ownerId: idSchema.optional().meta({ description: 'Only find entries of decks that the person with this id owns.' }),
  collection: idSchema.optional().meta({ description: 'Only find entries of decks in the collection with this id.' }),
  updatedSince: instantSchema.optional().meta({
    description: 'Only find entries of decks whose `updatedAt` is this instant or later. ISO 8601 with `Z` or an offset.',
  }),
  field: fieldSchema.optional().meta({ description: 'Only find entries of this kind.' }),
  ...pageQuery,
});
export type SearchQuery = z.infer<typeof searchQuery>;

const snippetPieceSchema = z
  .object({
    text: z.string().meta({ description: 'Plain text.' }),
    match: z.boolean().meta({ description: 'Whether this is what was searched.' }),
  })
  .meta({ id: 'SnippetPiece', description: 'A part of a text.' });

export const searchHitSchema = z
  .object({
    deck: deckSchema,
    slideIndex: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The position of the slide, counted from 0. Null: the title of the deck.' }),
    inner: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The position inside the slide, if that is a document with several slides, counted from 0.' }),
    field: fieldSchema.meta({
      description:
        'Where it was found: in the title of the deck, on the slide, in the notes of the team, in the speaker notes of the package, or in a comment.',
    }),
    thumbnailUrl: z
      .string()
      .nullable()
      .meta({ description: 'The path of a picture of the slide, 640 pixels wide. Null: there is none.' }),
    snippet: z
      .array(snippetPieceSchema)
      .meta({ description: 'The text around the words that were found, in pieces; at most 200 characters together.' }),
  })
  .meta({ id: 'SearchHit', description: 'A place where all words were found.' });
export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchResultsSchema = pageOf(searchHitSchema, 'SearchHits', 'A page of hits.')
  .extend({
    suggestion: z.string().nullable().meta({
      description:
        'If nothing is found: the same query with words that are found in what you may see, each of which differs by one letter. Null: there are hits, or no such words.',
    }),
  })
  .meta({ id: 'SearchResults', description: 'A page of hits, the best first.' });
export type SearchResults = z.infer<typeof searchResultsSchema>;
