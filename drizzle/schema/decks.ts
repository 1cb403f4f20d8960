import type { EntryRecord, Manifest } from 'deck-format';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { Visibility } from '#shared/decks.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/**
 * A deck: one link, one title, a row of versions. What a list shows of the current version stands
 * here again (`fingerprint`, `slideCount`, `hasThumbnail`), so that listing joins nothing large.
 */
export const decks = pgTable(
  'decks',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    visibility: text('visibility').$type<Visibility>().notNull(),
    /** Set in the transaction that makes the deck; no foreign key, since each would need the other first. */
    currentVersionId: text('current_version_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    slideCount: integer('slide_count').notNull(),
    hasThumbnail: boolean('has_thumbnail').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // Each order of the list, over all decks, over one owner's, and over those of one visibility.
    index('decks_created').on(table.createdAt, table.id),
    index('decks_updated').on(table.updatedAt, table.id),
    index('decks_title').on(sql`lower(${table.title})`, table.id),
    index('decks_owner_created').on(table.ownerId, table.createdAt, table.id),
    index('decks_owner_updated').on(table.ownerId, table.updatedAt, table.id),
    index('decks_owner_title').on(table.ownerId, sql`lower(${table.title})`, table.id),
    index('decks_visibility_created').on(table.visibility, table.createdAt, table.id),
    index('decks_visibility_updated').on(table.visibility, table.updatedAt, table.id),
    index('decks_visibility_title').on(table.visibility, sql`lower(${table.title})`, table.id),
    // Words in titles: those of three letters and more, and the rest (`server/decks/title-search.repo.ts`). Without a pending list, which every search would read.
    index('decks_title_trigrams')
      .using('gin', sql`lower(${table.title}) gin_trgm_ops`)
      .with({ fastupdate: false }),
    index('decks_title_pairs')
      .using('gin', sql`lectern_letter_pairs(${table.title})`)
      .with({ fastupdate: false }),
    check('decks_visibility_known', sql`${table.visibility} in ('private', 'team')`),
  ],
);

/** One uploaded package of a deck. The row is what makes its blob live. */
export const versions = pgTable(
  'versions',
  {
    id: text('id').primaryKey(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    fingerprint: text('fingerprint').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    slideCount: integer('slide_count').notNull(),
    hasThumbnail: boolean('has_thumbnail').notNull(),
    /** Final and unguessable; written once. */
    blobKey: text('blob_key').notNull().unique('versions_blob_key_unique'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Null once that person was removed. */
    createdById: text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('versions_deck_number_unique').on(table.deckId, table.number),
    index('versions_created_by').on(table.createdById),
  ],
);

/**
 * What was read out of a version's package at upload, so that nothing parses the archive again.
 * Apart from `versions`, because both columns can be megabytes and lists must not touch them.
 */
export const packages = pgTable('packages', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => versions.id, { onDelete: 'cascade' }),
  manifest: jsonb('manifest').$type<Manifest>().notNull(),
  entries: jsonb('entries').$type<EntryRecord[]>().notNull(),
});

/**
 * The slides of a version by position. `slideKey` is the slide's identity within the deck: notes and
 * annotations hang on it, so that they follow their slide when a later version moves it.
 */
export const slides = pgTable(
  'slides',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    slideKey: text('slide_key').notNull(),
    /** The manifest's id of the slide; by it the slide is known again in another version, where it is unique. */
    manifestId: text('manifest_id').notNull(),
    /** Stands for the bytes of the slide's HTML; by it the slide is known again when its id is not unique. */
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.index] })],
);
