import type { Sql } from 'postgres';
import { preparedUnsafe } from './prepared.ts';
import { TransactionConnection, type Work } from './transaction-connection.ts';

/** Connections for transactions, separate from the pool for single statements. */
export class Transactions {
  readonly #open: (onclose: () => void) => Sql;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: TransactionConnection[] = [];
  readonly #all = new Set<TransactionConnection>();
  readonly #max: number;
  #free: number;

  /** @param max number of concurrent transactions; further ones wait in order of arrival. */
  constructor(max: number, open: (onclose: () => void) => Sql) {
    this.#max = max;
    this.#free = max;
    this.#open = open;
  }

  get facts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#max - this.#free, waiting: this.#waiting.length };
  }

  /**
   * Returns the same client with `begin`, which drizzle's `transaction` calls, handled by this class, and with prepared statements.
   */
  over(sql: Sql): Sql {
    const begin = <Result>(work: Work<Result>) => this.#run(work);
    const own = new Map<PropertyKey, unknown>([
      ['begin', begin],
      ['unsafe', preparedUnsafe(sql)],
    ]);
    return new Proxy(sql, { get: (target, key) => own.get(key) ?? (Reflect.get(target, key) as unknown) });
  }

  async close(timeoutSeconds: number): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.close(timeoutSeconds)));
  }

  async #run<Result>(work: Work<Result>): Promise<Result> {
    await this.#turn();
    const connection = this.#borrow();
    try {
      return await connection.run(work);
    } finally {
      this.#giveBack(connection);
    }
  }

  async #turn(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Takes the connection used most recently, so that surplus connections stay idle. Opens a new one if none is usable. */
  #borrow(): TransactionConnection {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      if (kept.usable) return kept;
      this.#discard(kept);
    }
    const fresh = new TransactionConnection(this.#open);
    this.#all.add(fresh);
    return fresh;
  }

  #giveBack(connection: TransactionConnection): void {
    if (connection.usable) this.#idle.push(connection);
    else this.#discard(connection);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  #discard(connection: TransactionConnection): void {
    this.#all.delete(connection);
    void connection.close(0);
  }
}
