import type { TransactionSql } from 'postgres';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from './exchange.ts';
import type { TestLectern } from './lectern.ts';
import { StatementLog } from './statement-log.ts';

export type Loss = (tx: TransactionSql) => Promise<unknown>;

/** The result of a request during which a loss of rights was committed. */
export interface Race {
  /** Whether the request waited until the loss was committed, instead of relying on its earlier check. */
  readonly waited: boolean;
  readonly answer: Answer;
  /** Whether anything was written apart from the loss itself. */
  readonly wrote: boolean;
}

/** The name of the request in the log of statements. */
const REQUEST = 'the request of a race';

/** Tables to which requests write even if they are refused, and those that the search index writes in the background. */
const PASSING = new Set([
  'rate_limits',
  'live_instances',
  'live_streams',
  'idempotency_keys',
  'search_due',
  'search_entries',
  'search_decks',
  'slide_digests',
]);

/**
 * Commits a loss of rights between the first check of a request and its write. The loss happens in a transaction of the test, which is
 * committed when the request waits for it; until then the checks of the request see the state before. No time is measured. If the
 * request does not wait, it completes before the commit, and `waited` is false.
 *
 * @param ask sends the request
 */
export async function raceWith({ database: { sql } }: TestLectern, lose: Loss, ask: () => Promise<Answer>): Promise<Race> {
  using log = new StatementLog();
  const lost = await sql.begin(async (tx) => {
    await lose(tx);
    const [test] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const asked = log.as(REQUEST, ask);
    let isAnswered = false;
    const over = () => (isAnswered = true);
    asked.then(over, over);
    const waiting = async (): Promise<boolean> => {
      // The search index and other work in the background may wait as well. Who then waits for the same row waits for them, not for the test.
      const blocked = await sql<{ query: string }[]>`
        with recursive blocked as (
          select ${test?.pid ?? 0}::int as pid
          union
          select other.pid from pg_stat_activity other join blocked on blocked.pid = any(pg_blocking_pids(other.pid))
        )
        select query from pg_stat_activity join blocked using (pid)`;
      // PostgreSQL cuts long statements off.
      return blocked.some(({ query }) => log.of(REQUEST).some(({ text }) => text.startsWith(query)));
    };
    await eventually(async () => isAnswered || (await waiting()));
    // Wrapped in an object, so that the promise is not awaited before the transaction is committed.
    return { asked, waited: !isAnswered, before: isAnswered ? null : await stateOf(tx) };
  });
  const answer = await lost.asked;
  return { waited: lost.waited, answer, wrote: lost.before !== (await stateOf(sql)) };
}

/** A digest of all rows that matter. */
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
