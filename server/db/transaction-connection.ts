import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import { preparedUnsafe } from './prepared.ts';
import { tellOf } from './statements.ts';

export type Work<Result> = (tx: TransactionSql) => Result | Promise<Result>;

/** The connection broke while a transaction was open on it; the server has rolled it back. */
class TransactionLostError extends Error {
  override readonly name = 'TransactionLostError';
  /** As postgres.js calls it, so that `isUnavailable` knows it. */
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * One connection that runs one transaction at a time. postgres.js's own `begin` sends `rollback` to a
 * connection even when it is gone, and that throws where nobody can catch it (its issues 1154 and 1208,
 * unfixed in 3.4.9): the whole process ends. Here a connection that broke is never spoken to
 * again, so a late statement cannot run outside its transaction either.
 */
export class TransactionConnection {
  readonly #sql: Sql;
  readonly #broken = Promise.withResolvers<never>();
  #usable = true;
  #savepoints = 0;

  /** @param open makes a client of one connection that calls `onclose` when it breaks and is never renewed. */
  constructor(open: (onclose: () => void) => Sql) {
    this.#broken.promise.catch(() => undefined); // it may break between transactions, when nobody waits
    this.#sql = open(() => {
      this.#usable = false;
      this.#broken.reject(new TransactionLostError('the connection broke during a transaction'));
    });
  }

  /** Whether it may be used for another transaction. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Runs work between begin and commit, or rollback when it rejects. */
  async run<Result>(work: Work<Result>): Promise<Result> {
    await this.#command('begin');
    return this.#scope(work, 'commit', 'rollback');
  }

  async close(timeoutSeconds: number): Promise<void> {
    this.#usable = false;
    await this.#sql.end({ timeout: timeoutSeconds });
  }

  async #nested<Result>(work: Work<Result>): Promise<Result> {
    this.#savepoints += 1;
    const name = `s${this.#savepoints}`;
    await this.#command(`savepoint ${name}`);
    return this.#scope(work, `release savepoint ${name}`, `rollback to savepoint ${name}`);
  }

  async #scope<Result>(work: Work<Result>, finish: string, undo: string): Promise<Result> {
    const failures: unknown[] = [];
    try {
      const result = await Promise.race([work(this.#guarded(failures)), this.#broken.promise]);
      if (failures.length > 0) throw failures[0]; // swallowed by the work, but PostgreSQL will not commit after it
      await this.#command(finish);
      return result;
    } catch (error) {
      if (this.#usable) await this.#command(undo).catch(() => undefined); // without it the connection is simply not used again
      throw error;
    }
  }

  /** A statement of our own; when it fails, the state of the connection is unknown. */
  async #command(statement: string): Promise<void> {
    this.#assertUsable();
    tellOf({ text: statement, parameters: [], kept: false });
    try {
      await Promise.race([this.#sql.unsafe(statement), this.#broken.promise]);
    } catch (error) {
      this.#usable = false;
      throw error;
    }
  }

  #assertUsable(): void {
    if (!this.#usable) throw new TransactionLostError('the connection of this transaction is gone');
  }

  /** What the work gets instead of the client: it refuses once the connection is gone, and notes failed statements. */
  #guarded(failures: unknown[]): TransactionSql {
    const note = (query: PendingQuery<Row[]>) => {
      query.catch((error: unknown) => failures.push(error));
      return query;
    };
    const unsafe = preparedUnsafe(this.#sql);
    const guarded = new Proxy(this.#sql, {
      apply: (sql, self, args: Parameters<Sql>) => {
        this.#assertUsable();
        const made: unknown = Reflect.apply(sql, self, args);
        return isTagged(args) ? note(made as PendingQuery<Row[]>) : made; // a tagged template always makes a query
      },
      get: (sql, key) => {
        this.#assertUsable();
        if (key === 'savepoint') return <Result>(work: Work<Result>) => this.#nested(work);
        if (key === 'unsafe') return (...args: Parameters<Sql['unsafe']>) => note(unsafe(...args));
        return Reflect.get(sql, key) as unknown;
      },
    });
    return guarded as Sql & TransactionSql; // `savepoint`, all that a transaction's client has besides, is added above
  }
}

function isTagged([first]: readonly unknown[]): boolean {
  return Array.isArray(first) && 'raw' in first;
}
