import type { EntryRecord, Manifest } from 'deck-format';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { Visibility } from '#shared/decks.ts';
import type { ChangeSummary } from '#shared/versions.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/**
 * Decks. `fingerprint`, `slideCount`, `shownSlideCount`, `hasThumbnail` and `hasPicture` are copies of the columns of the current
 * version, so that lists need no join.
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
    /** Not a foreign key: deck and version refer to each other and are inserted in the same transaction. */
    currentVersionId: text('current_version_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    slideCount: integer('slide_count').notNull(),
    shownSlideCount: integer('shown_slide_count'),
    hasThumbnail: boolean('has_thumbnail').notNull(),
    hasPicture: boolean('has_picture').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** When the deck was moved to the trash. Null if it is not there. */
    deletedAt: instant('deleted_at'),
    /** Who moved it there. Also null if the person has been removed. */
    deletedById: text('deleted_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => {
    const outsideTrash = sql`${table.deletedAt} is null`;
    return [
      // Decks outside the trash: one index for each sort order, for all decks, for those of one owner and for those of one visibility.
      index('decks_created').on(table.createdAt, table.id).where(outsideTrash),
      index('decks_updated').on(table.updatedAt, table.id).where(outsideTrash),
      index('decks_title')
        .on(sql`lower(${table.title})`, table.id)
        .where(outsideTrash),
      index('decks_owner_created').on(table.ownerId, table.createdAt, table.id).where(outsideTrash),
      index('decks_owner_updated').on(table.ownerId, table.updatedAt, table.id).where(outsideTrash),
      index('decks_owner_title')
        .on(table.ownerId, sql`lower(${table.title})`, table.id)
        .where(outsideTrash),
      index('decks_visibility_created').on(table.visibility, table.createdAt, table.id).where(outsideTrash),
      index('decks_visibility_updated').on(table.visibility, table.updatedAt, table.id).where(outsideTrash),
      index('decks_visibility_title')
        .on(table.visibility, sql`lower(${table.title})`, table.id)
        .where(outsideTrash),
      // Title search for words of at least three letters, and for shorter ones (`server/decks/title-search.repo.ts`). `fastupdate`
      // is off because every search would have to scan the pending list.
      index('decks_title_trigrams')
        .using('gin', sql`lower(${table.title}) gin_trgm_ops`)
        .with({ fastupdate: false })
        .where(outsideTrash),
      index('decks_title_pairs')
        .using('gin', sql`lectern_letter_pairs(${table.title})`)
        .with({ fastupdate: false })
        .where(outsideTrash),
      // The trash: of one owner, and of all. The first one also finds all decks of a user, for quotas and when the user is removed.
      index('decks_owner_deleted').on(table.ownerId, table.deletedAt, table.id),
      index('decks_deleted')
        .on(table.deletedAt, table.id)
        .where(sql`${table.deletedAt} is not null`),
      index('decks_deleted_by').on(table.deletedById),
      check('decks_visibility_known', sql`${table.visibility} in ('private', 'team')`),
    ];
  },
);

/** The uploaded packages of a deck. A blob without a row here is deleted (`server/packages`). */
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
    /** The slides of the package. */
    slideCount: integer('slide_count').notNull(),
    /** The slides that people see: those inside a document are counted. Null until the renderer has counted them. */
    shownSlideCount: integer('shown_slide_count'),
    /** Whether the package contains a picture of its first slide. */
    hasThumbnail: boolean('has_thumbnail').notNull(),
    /** Whether the renderer has made a picture of the first slide. */
    hasPicture: boolean('has_picture').notNull().default(false),
    /** What has changed since the version before. Null: unknown, or there is none. */
    changes: jsonb('changes').$type<ChangeSummary>(),
    /** Random, and never changed. */
    blobKey: text('blob_key').notNull().unique('versions_blob_key_unique'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Null if the person has been removed. */
    createdById: text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('versions_deck_number_unique').on(table.deckId, table.number),
    index('versions_created_by').on(table.createdById),
  ],
);

/**
 * The manifest and the entry index of a version, read at upload so that the archive is never parsed again. They are not columns of
 * `versions` because both can be megabytes, and lists must not read them.
 */
export const packages = pgTable(
  'packages',
  {
    versionId: text('version_id')
      .primaryKey()
      .references(() => versions.id, { onDelete: 'cascade' }),
    manifest: jsonb('manifest').$type<Manifest>().notNull(),
    entries: jsonb('entries').$type<EntryRecord[]>().notNull(),
  },
  (table) => [
    // Finds decks by the title in their package. The digest bounds the size of a row of the index.
    index('packages_title').on(sql`md5(lower(${table.manifest} ->> 'title'))`),
  ],
);

/**
 * The slides of a version by position. `slideKey` identifies a slide within the deck. Notes and annotations refer to it, so that
 * they stay with their slide if a later version moves it.
 */
export const slides = pgTable(
  'slides',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    slideKey: text('slide_key').notNull(),
    /** The slide's id in the manifest. Slides of two versions are matched by it if it is unique. */
    manifestId: text('manifest_id').notNull(),
    /** Digest of the slide's HTML. Slides of two versions are matched by it if the id is not unique. */
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.index] })],
);
