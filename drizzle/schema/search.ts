import { sql } from 'drizzle-orm';
import { bigint, check, customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PackageText } from '#shared/search.ts';
import { instant } from './columns.ts';
import { decks, versions } from './decks.ts';

/** A `tsvector` in its text form. The words come from `server/search/words.ts`, never from a configuration of PostgreSQL. */
const wordVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The text of the slides of a version, read when the package was verified. A version without a row, or with one of an earlier reading, is
 * read again when its deck is indexed.
 */
export const packageTexts = pgTable('package_texts', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => versions.id, { onDelete: 'cascade' }),
  texts: jsonb('texts').$type<readonly PackageText[]>().notNull(),
  /** How the text was read: `TEXT_READING` (`shared/search.ts`) of that time. */
  reading: integer('reading').notNull().default(0),
});

/**
 * Decks whose entries are out of date. Triggers on `decks`, `versions` and `notes` add rows, so no writer can forget it; the indexer
 * removes them. Rows are only added, so that writers of one deck do not wait for each other.
 */
export const searchDue = pgTable(
  'search_due',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** Until then, another instance works on it. */
    leaseUntil: instant('lease_until'),
  },
  (table) => [index('search_due_deck').on(table.deckId)],
);

/** How each deck was indexed last. Decks that were indexed by earlier rules are indexed again while there is nothing else to do. */
export const searchDecks = pgTable(
  'search_decks',
  {
    deckId: text('deck_id')
      .primaryKey()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** `INDEX_RULES` (`server/search/search-index.repo.ts`) of that time. 0: not indexed yet. */
    rules: integer('rules').notNull(),
  },
  (table) => [index('search_decks_rules').on(table.rules)],
);

/**
 * What the slides of a version are, as digests, by which the same slide is found in other decks. Earlier versions keep their rows, so that a
 * slide is found that has been changed elsewhere.
 */
export const slideDigests = pgTable(
  'slide_digests',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** The position among all slides, those inside documents counted, from 0. */
    position: integer('position').notNull(),
    slideIndex: integer('slide_index').notNull(),
    /** The position inside the slide's document. Null if the document is one slide. */
    inner: integer('inner'),
    /** The name of the inner slide (`shared/inner-names.ts`). Null if it has none. */
    innerName: text('inner_name'),
    /** Digest of the slide's document. */
    document: text('document').notNull(),
    /** Digest of the text and the picture that the renderer has found. Null: unknown, different each time, or an empty slide. */
    shown: text('shown'),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.position] }),
    index('slide_digests_document').on(table.document),
    index('slide_digests_shown').on(table.shown),
  ],
);

/** What searches find: the title of a deck, and the text and notes of the slides in its current version. */
export const searchEntries = pgTable(
  'search_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** The version of the slide; entries of other versions than the current one are not found. Null for the title. Not a foreign key, because the entries of a deck are replaced with its version. */
    versionId: text('version_id'),
    field: text('field').$type<'title' | 'slide' | 'notes' | 'speakerNotes'>().notNull(),
    /** Null for the title. */
    slideIndex: integer('slide_index'),
    /** The position inside the slide's document. Null if the document is one slide. */
    inner: integer('inner'),
    /** Shown with the words that were found. */
    content: text('content').notNull(),
    words: wordVector('words').notNull(),
    /** Tells whether an entry has changed. */
    digest: text('digest').notNull(),
  },
  (table) => [
    index('search_entries_deck').on(table.deckId),
    // `fastupdate` is off because every search would have to scan the pending list.
    index('search_entries_words').using('gin', table.words).with({ fastupdate: false }),
    index('search_entries_titles')
      .using('gin', table.words)
      .with({ fastupdate: false })
      .where(sql`${table.field} = 'title'`),
    check('search_entries_field_known', sql`${table.field} in ('title', 'slide', 'notes', 'speakerNotes')`),
  ],
);
