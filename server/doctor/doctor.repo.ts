import type { Sql } from 'postgres';
import { openClient } from '#server/db/client.ts';
import { databaseLevel } from '#server/db/levels.ts';

/** A statement may read a large table, but must not run for ever. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;
/** How many rows are in memory at a time. */
export const BATCH = 500;

/** A row that refers to a blob. */
export interface BlobRow {
  readonly key: string;
  /** Bytes. Null: the row says only that there are at least `leastBytes`. */
  readonly sizeBytes: number | null;
  readonly leastBytes: number;
  /** SHA-256 in hexadecimal. Null: the row does not have it. */
  readonly sha256: string | null;
  readonly deckId: string;
  readonly title: string;
  readonly versionNumber: number;
}

/** What refers to blobs. */
export const BLOB_KINDS = ['packages', 'pictures and exports', 'requested pictures'] as const;
export type BlobKind = (typeof BLOB_KINDS)[number];

export interface ServerFacts {
  /** `server_version_num`: 160004 for 16.4. */
  readonly version: number;
  readonly isReadOnly: boolean;
  readonly maxConnections: number;
}

/** A deck, by its title or that of one of its versions. */
export interface Named {
  readonly id: string;
  readonly title: string;
}

/** What the examination reads of the database. It locks nothing and keeps no transaction open. */
export class DoctorRepo {
  readonly #sql: Sql;

  constructor(url: string) {
    this.#sql = openClient(url, { max: 2, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }

  async server(): Promise<ServerFacts> {
    const [row] = await this.#sql<ServerFacts[]>`
      select current_setting('server_version_num')::int as version, current_setting('max_connections')::int as "maxConnections",
        pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly"`;
    return row ?? { version: 0, isReadOnly: false, maxConnections: 0 };
  }

  /** The clock of the database in milliseconds since 1970. */
  async now(): Promise<number> {
    const [row] = await this.#sql<{ now: string }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8::text as now`;
    return Number(row?.now);
  }

  /** When a deck was last changed, in milliseconds since 1970. Null: there is no deck. */
  async lastChange(): Promise<number | null> {
    const [row] = await this.#sql<{ at: string | null }[]>`
      select (extract(epoch from max(updated_at)) * 1000)::float8::text as at from decks where deleted_at is null`;
    return row?.at == null ? null : Number(row.at);
  }

  level(): Promise<number> {
    return databaseLevel(this.#sql);
  }

  /** `when` of all migrations that the database has had. */
  async migrations(): Promise<Set<number>> {
    const rows = await this.#sql<{ at: string }[]>`select created_at::text as at from drizzle.__drizzle_migrations`;
    return new Set(rows.map(({ at }) => Number(at)));
  }

  /** The names of all indexes that work. */
  async usableIndexes(): Promise<Set<string>> {
    return names(this.#sql<{ name: string }[]>`
      select class.relname as name from pg_index join pg_class class on class.oid = indexrelid
      where class.relnamespace = 'public'::regnamespace and indisvalid and indisready`);
  }

  /** The names of all foreign keys and checks that hold for every row. */
  async constraints(): Promise<Set<string>> {
    return names(this.#sql<{ name: string }[]>`
      select conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c') and convalidated`);
  }

  /** The names of all triggers that run. */
  async triggers(): Promise<Set<string>> {
    return names(this.#sql<{ name: string }[]>`
      select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D'`);
  }

  async tables(): Promise<Set<string>> {
    return names(this.#sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  }

  /** The tables that this user may not change. */
  async readOnlyTables(): Promise<string[]> {
    const rows = await this.#sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not (has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
      order by relname`;
    return rows.map(({ name }) => name);
  }

  /** Decks whose current version is not one of theirs. */
  decksWithoutCurrentVersion(): AsyncIterable<Named[]> {
    return this.#sql<Named[]>`
      select decks.id, decks.title from decks where not exists (
        select from versions where versions.id = decks.current_version_id and versions.deck_id = decks.id)`.cursor(BATCH);
  }

  /** Versions without the list of what is in their package. */
  versionsWithoutPackage(): AsyncIterable<Named[]> {
    return this.#sql<Named[]>`
      select decks.id, decks.title || ', version ' || number as title
      from versions join decks on decks.id = versions.deck_id
      where not exists (select from packages where packages.version_id = versions.id)`.cursor(BATCH);
  }

  /** Up to `BATCH` rows with keys after this one, in the order of their keys. */
  async blobRows(kind: BlobKind, after: string): Promise<BlobRow[]> {
    const sql = this.#sql;
    const from = {
      packages: sql`select blob_key, size_bytes, size_bytes as least, fingerprint, id as version_id from versions`,
      'pictures and exports': sql`
        select blob_key, exports.size_bytes, coalesce(exports.size_bytes, (
          select max("offset" + rendered_slides.size_bytes) from rendered_slides where rendered_slides.version_id = render_jobs.version_id
        ), 1) as least, null as fingerprint, render_jobs.version_id
        from render_jobs left join exports on exports.id = render_jobs.export_id`,
      'requested pictures': sql`
        select blob_key, size_bytes, size_bytes as least, null as fingerprint, version_id from requested_pictures`,
    }[kind];
    const rows = await sql<RawBlobRow[]>`
      select blob.blob_key as key, blob.size_bytes::text as size, blob.least::text, blob.fingerprint, versions.number, decks.id, decks.title
      from (${from} where blob_key > ${after} order by blob_key limit ${BATCH}) as blob
      join versions on versions.id = blob.version_id join decks on decks.id = versions.deck_id order by blob.blob_key`;
    return rows.map(({ key, size, least, fingerprint, number, id, title }) => ({
      key,
      sizeBytes: size === null ? null : Number(size),
      leastBytes: Number(least),
      sha256: fingerprint?.replace(/^sha256-/, '') ?? null,
      deckId: id,
      title,
      versionNumber: number,
    }));
  }

  /** Whether a row refers to the blob now. */
  async isUsed(key: string): Promise<boolean> {
    return (await this.sizesOf([key])).has(key);
  }

  /** Those of the keys that rows refer to, with the size in bytes that they name; null if they name none. */
  async sizesOf(keys: readonly string[]): Promise<Map<string, number | null>> {
    const sql = this.#sql;
    const wanted = sql([...keys]);
    const rows = await sql<{ key: string; size: string | null }[]>`
      select blob_key as key, size_bytes::text as size from versions where blob_key in ${wanted}
      union all select blob_key, exports.size_bytes::text from render_jobs left join exports on exports.id = export_id where blob_key in ${wanted}
      union all select blob_key, size_bytes::text from requested_pictures where blob_key in ${wanted}`;
    return new Map(rows.map(({ key, size }) => [key, size === null ? null : Number(size)]));
  }
}

interface RawBlobRow {
  readonly key: string;
  readonly size: string | null;
  readonly least: string;
  readonly fingerprint: string | null;
  readonly number: number;
  readonly id: string;
  readonly title: string;
}

async function names(rows: PromiseLike<readonly { readonly name: string }[]>): Promise<Set<string>> {
  return new Set((await rows).map(({ name }) => name));
}
