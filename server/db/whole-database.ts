import { createHash } from 'node:crypto';
import { type Readable, Transform, type Writable } from 'node:stream';
import type { Sql } from 'postgres';
import { openClient } from './client.ts';
import { databaseLevel } from './levels.ts';

export interface TableColumns {
  readonly name: string;
  /** Quoted names, separated by commas, without generated columns. */
  readonly columns: string;
}

export interface SequenceValue {
  readonly name: string;
  readonly value: string;
}

/** All rows of a database, for copying them elsewhere. Everything uses one connection, which holds the transaction. */
export class WholeDatabase {
  readonly sql: Sql;

  /** @param url of PostgreSQL itself, not of a pooler */
  constructor(url: string) {
    this.sql = openClient(url, { max: 1, max_lifetime: null, statementTimeoutMs: 0 });
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 5 });
  }

  /** Runs `read` in a transaction that sees the database as it is now, whatever others commit meanwhile. */
  async atOneMoment<Result>(read: () => Promise<Result>): Promise<Result> {
    await this.sql`begin transaction isolation level repeatable read, read only`;
    try {
      const result = await read();
      await this.sql`rollback`;
      return result;
    } catch (fault) {
      await this.sql`rollback`.catch(() => undefined);
      throw fault;
    }
  }

  /** Runs `write` in a transaction. */
  async atomically(write: () => Promise<void>): Promise<void> {
    await this.sql`begin`;
    try {
      await write();
      await this.sql`commit`;
    } catch (fault) {
      await this.sql`rollback`.catch(() => undefined);
      throw fault;
    }
  }

  level(): Promise<number> {
    return databaseLevel(this.sql);
  }

  /** All tables but the unlogged ones, whose rows mean nothing after a restart. */
  async tables(): Promise<TableColumns[]> {
    return this.sql<TableColumns[]>`
      select relname as name, (
        select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`;
  }

  async sequences(): Promise<SequenceValue[]> {
    return this.sql<SequenceValue[]>`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`;
  }

  /** The rows of a table in PostgreSQL's text format. A stream that is destroyed before its end leaves a connection that can only be closed. */
  async copyOut({ name, columns }: TableColumns): Promise<Readable> {
    const rows = await this.sql`copy ${this.sql(name)} (${this.sql.unsafe(columns)}) to stdout`.readable();
    // postgres.js stops reading from its socket while the stream is full, until the stream asks for more. A stream that has all its rows never asks, and the
    // connection would not answer again.
    rows.once('close', () => rows._read(0));
    return rows;
  }

  async copyIn({ name, columns }: TableColumns): Promise<Writable> {
    return this.sql`copy ${this.sql(name)} (${this.sql.unsafe(columns)}) from stdin`.writable();
  }

  /**
   * Empties the tables and removes their foreign keys and triggers while `fill` fills them in any order. Then the foreign keys are created again, which
   * checks all rows.
   */
  async withoutReferences(tables: readonly TableColumns[], fill: () => Promise<void>): Promise<void> {
    const keys = await this.sql<{ table: string; name: string; definition: string }[]>`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    for (const { table, name } of keys) await this.sql.unsafe(`alter table ${table} drop constraint ${name}`);
    for (const { name } of tables) {
      await this.sql`truncate ${this.sql(name)}`;
      await this.sql`alter table ${this.sql(name)} disable trigger user`;
    }
    await fill();
    for (const { name } of tables) await this.sql`alter table ${this.sql(name)} enable trigger user`;
    for (const { table, name, definition } of keys)
      await this.sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }

  async setSequences(sequences: readonly SequenceValue[]): Promise<void> {
    for (const { name, value } of sequences) await this.sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`;
  }
}

/** Passes bytes on, computes their SHA-256 and counts lines. */
export class Hashing extends Transform {
  readonly #hash = createHash('sha256');
  lines = 0;

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: (fault: null, piece: Buffer) => void): void {
    this.#hash.update(piece);
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) this.lines += 1;
    done(null, piece);
  }

  /** The SHA-256 of everything that has passed, in hexadecimal. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
