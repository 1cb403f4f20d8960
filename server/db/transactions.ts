import type { Sql } from 'postgres';
import { preparedUnsafe } from './prepared.ts';
import { TransactionConnection, type Work } from './transaction-connection.ts';

/** Connections for transactions, kept apart from the pool of single statements. */
export class Transactions {
  readonly #open: (onclose: () => void) => Sql;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: TransactionConnection[] = [];
  readonly #all = new Set<TransactionConnection>();
  #free: number;

  /** @param max transactions at once; more wait for their turn, in order. */
  constructor(max: number, open: (onclose: () => void) => Sql) {
    this.#free = max;
    this.#open = open;
  }

  /** The same client, whose `begin` (which drizzle's `transaction` calls) runs here, and whose statements are kept. */
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

  /** The one used last, so that those of a quiet time stay quiet; a new one when none has survived. */
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
