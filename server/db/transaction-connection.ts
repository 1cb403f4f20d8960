import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import { preparedUnsafe } from './prepared.ts';
import { tellOf } from './statements.ts';

export type Work<Result> = (tx: TransactionSql) => Result | Promise<Result>;

/** The connection broke while a transaction was open on it; the server has rolled it back. */
class TransactionLostError extends Error {
  override readonly name = 'TransactionLostError';
  /** The code that postgres.js uses, so that `isUnavailable` recognises it. */
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * One connection that runs one transaction at a time. The `begin` of postgres.js sends `rollback` even on a connection that is
 * gone. That throws an error that no one can catch and ends the process (its issues 1154 and 1208, unfixed in 3.4.9). This class
 * never uses a broken connection again, so a late statement cannot run outside its transaction either.
 */
export class TransactionConnection {
  readonly #sql: Sql;
  readonly #broken = Promise.withResolvers<never>();
  #usable = true;
  #savepoints = 0;

  /** @param open creates a client of one connection that calls `onclose` when it breaks and never reconnects. */
  constructor(open: (onclose: () => void) => Sql) {
    this.#broken.promise.catch(() => undefined); // it may break between transactions, when no one awaits it
    this.#sql = open(() => {
      this.#usable = false;
      this.#broken.reject(new TransactionLostError('the connection broke during a transaction'));
    });
  }

  /** Whether it can run another transaction. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Runs work in a transaction: commits when it resolves, rolls back when it rejects. */
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
      if (failures.length > 0) throw failures[0]; // the work ignored this error, but PostgreSQL will not commit after it
      await this.#command(finish);
      return result;
    } catch (error) {
      if (this.#usable) await this.#command(undo).catch(() => undefined); // if this fails, the connection is not used again
      throw error;
    }
  }

  /** Runs a statement that controls the transaction. If it fails, the state of the connection is unknown. */
  async #command(statement: string): Promise<void> {
    this.#assertUsable();
    const outcome = this.#sql.unsafe(statement);
    tellOf({ text: statement, parameters: [], kept: false, outcome });
    try {
      await Promise.race([outcome, this.#broken.promise]);
    } catch (error) {
      this.#usable = false;
      throw error;
    }
  }

  #assertUsable(): void {
    if (!this.#usable) throw new TransactionLostError('the connection of this transaction is gone');
  }

  /** The client that the work receives: it throws once the connection is gone and records failed statements. */
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
        return isTagged(args) ? note(made as PendingQuery<Row[]>) : made; // a tagged template always creates a query
      },
      get: (sql, key) => {
        this.#assertUsable();
        if (key === 'savepoint') return <Result>(work: Work<Result>) => this.#nested(work);
        if (key === 'unsafe') return (...args: Parameters<Sql['unsafe']>) => note(unsafe(...args));
        return Reflect.get(sql, key) as unknown;
      },
    });
    return guarded as Sql & TransactionSql; // `savepoint`, the only addition of `TransactionSql`, is handled above
  }
}

function isTagged([first]: readonly unknown[]): boolean {
  return Array.isArray(first) && 'raw' in first;
}
