import type { TransactionSql } from 'postgres';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from './exchange.ts';
import type { TestLectern } from './lectern.ts';

export type Loss = (tx: TransactionSql) => Promise<unknown>;

/** How a request met a loss that was committed while it was under way. */
export interface Race {
  /** It waited for the loss to be committed or undone, instead of going by what it had seen before. */
  readonly waited: boolean;
  readonly answer: Answer;
  /** Whether anything was written apart from the loss itself. */
  readonly wrote: boolean;
}

/** What requests write in passing, whatever comes of them. */
const PASSING = new Set(['rate_limits', 'live_instances', 'live_streams', 'idempotency_keys']);

/**
 * Commits a loss between a request's first check and its write. The loss is made in a transaction of the test and
 * committed once the request waits for it: until then its checks see what was there before. No time is measured. A
 * request that waits for nothing is answered first, and `waited` is false.
 *
 * @param ask sends the request
 */
export async function raceWith({ database: { sql } }: TestLectern, lose: Loss, ask: () => Promise<Answer>): Promise<Race> {
  const lost = await sql.begin(async (tx) => {
    await lose(tx);
    const [test] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const asked = ask();
    let isAnswered = false;
    const over = () => (isAnswered = true);
    asked.then(over, over);
    const waiting = () => sql`select pid from pg_stat_activity where ${test?.pid ?? 0}::int = any(pg_blocking_pids(pid))`;
    await eventually(async () => isAnswered || (await waiting()).length > 0);
    // In an object: the promise is waited for once the transaction is committed.
    return { asked, waited: !isAnswered, before: isAnswered ? null : await stateOf(tx) };
  });
  const answer = await lost.asked;
  return { waited: lost.waited, answer, wrote: lost.before !== (await stateOf(sql)) };
}

/** A digest of all that is kept. */
async function stateOf(sql: Pick<TransactionSql, 'unsafe'>): Promise<string> {
  const tables = await sql.unsafe<{ name: string }[]>(`select tablename as name from pg_tables where schemaname = 'public'`);
  const digests = tables
    .filter(({ name }) => !PASSING.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest from "${name}" row`,
    );
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(digests.join(' union all '));
  return JSON.stringify(rows.toSorted((a, b) => a.name.localeCompare(b.name)));
}
