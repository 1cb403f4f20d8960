import type { Readable, Writable } from 'node:stream';
import type { Sql } from 'postgres';
import { openClient } from '#server/db/client.ts';
import { databaseLevel } from '#server/db/levels.ts';

/** The key of the advisory lock that a backup holds. Two arbitrary numbers that every instance must share. */
const LOCK = [730_580, 8492] as const;

export interface TableColumns {
  readonly name: string;
  /** Quoted names, separated by commas, without generated columns. */
  readonly columns: string;
}

export interface SequenceValue {
  readonly name: string;
  readonly value: string;
}

/** The whole database, for backups. All of it uses one connection, which holds the lock and the transaction. */
export class BackupRepo {
  readonly #sql: Sql;

  /** @param url of PostgreSQL itself, not of a pooler */
  constructor(url: string) {
    this.#sql = openClient(url, { max: 1, max_lifetime: null, statementTimeoutMs: 0 });
  }

  get sql(): Sql {
    return this.#sql;
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }

  /** While the lock is held, no instance deletes a blob. False: another backup holds it. It ends with the connection. */
  async lock(): Promise<boolean> {
    const [row] = await this.#sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) as locked`;
    return row?.locked === true;
  }

  /** Runs `read` in a transaction that sees the database as it is now, whatever others commit meanwhile. */
  async atOneMoment<Result>(read: () => Promise<Result>): Promise<Result> {
    await this.#sql`begin transaction isolation level repeatable read, read only`;
    try {
      return await read();
    } finally {
      await this.#sql`rollback`;
    }
  }

  /** Runs `write` in a transaction. */
  async atomically(write: () => Promise<void>): Promise<void> {
    await this.#sql`begin`;
    try {
      await write();
      await this.#sql`commit`;
    } catch (fault) {
      await this.#sql`rollback`.catch(() => undefined);
      throw fault;
    }
  }

  level(): Promise<number> {
    return databaseLevel(this.#sql);
  }

  /** Whether there are no tables, or no people in them. */
  async isEmpty(): Promise<boolean> {
    const [table] = await this.#sql<{ name: string | null }[]>`select to_regclass('public.users')::text as name`;
    if (table?.name == null) return true;
    return (await this.#sql`select 1 from users limit 1`).length === 0;
  }

  /** All tables but the unlogged ones, whose rows mean nothing after a restart. */
  async tables(): Promise<TableColumns[]> {
    return this.#sql<TableColumns[]>`
      select relname as name, (
        select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`;
  }

  async sequences(): Promise<SequenceValue[]> {
    return this.#sql<SequenceValue[]>`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`;
  }

  /** The keys of all blobs that rows refer to: the columns `blob_key` of all tables. */
  async blobKeys(): Promise<Set<string>> {
    const tables = await this.#sql<{ name: string }[]>`
      select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'blob_key'`;
    const keys = new Set<string>();
    for (const { name } of tables) {
      const rows = this.#sql<{ key: string }[]>`select blob_key as key from ${this.#sql(name)} where blob_key is not null`;
      for await (const batch of rows.cursor(5000)) for (const { key } of batch) keys.add(key);
    }
    return keys;
  }

  /** The rows of a table in PostgreSQL's text format. */
  async copyOut({ name, columns }: TableColumns): Promise<Readable> {
    return this.#sql`copy ${this.#sql(name)} (${this.#sql.unsafe(columns)}) to stdout`.readable();
  }

  async copyIn({ name, columns }: TableColumns): Promise<Writable> {
    return this.#sql`copy ${this.#sql(name)} (${this.#sql.unsafe(columns)}) from stdin`.writable();
  }

  /**
   * Empties the tables and removes their foreign keys and triggers while `fill` fills them in any order. Then the foreign keys are created again, which
   * checks all rows.
   */
  async withoutReferences(tables: readonly TableColumns[], fill: () => Promise<void>): Promise<void> {
    const keys = await this.#sql<{ table: string; name: string; definition: string }[]>`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    for (const { table, name } of keys) await this.#sql.unsafe(`alter table ${table} drop constraint ${name}`);
    for (const { name } of tables) {
      await this.#sql`truncate ${this.#sql(name)}`;
      await this.#sql`alter table ${this.#sql(name)} disable trigger user`;
    }
    await fill();
    for (const { name } of tables) await this.#sql`alter table ${this.#sql(name)} enable trigger user`;
    for (const { table, name, definition } of keys)
      await this.#sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }

  async setSequences(sequences: readonly SequenceValue[]): Promise<void> {
    for (const { name, value } of sequences) await this.#sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`;
  }
}

/**
 * Whether a backup is being made. Whoever deletes a blob asks after the deletion of its row was committed: a backup that begins later does
 * not see the row, so it does not need the blob.
 */
export async function isBackupRunning(sql: Sql): Promise<boolean> {
  const found = await sql`
    select 1 from pg_locks where locktype = 'advisory' and classid = ${LOCK[0]} and objid = ${LOCK[1]} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()) limit 1`;
  return found.length > 0;
}
