import type { TransactionSql } from 'postgres';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from './exchange.ts';
import type { TestLectern } from './lectern.ts';

export type Loss = (tx: TransactionSql) => Promise<unknown>;

/** The result of a request during which a loss of rights was committed. */
export interface Race {
  /** Whether the request waited until the loss was committed, instead of relying on its earlier check. */
  readonly waited: boolean;
  readonly answer: Answer;
  /** Whether anything was written apart from the loss itself. */
  readonly wrote: boolean;
}

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

/** The statements with which the search index waits. */
const BY_THE_INDEX = [
  'search_(due|entries|decks)|slide_digests|package_texts',
  '^select "id", "title", "current_version_id" from "decks" where .* for key share$',
  '^select "id" from "versions" where .* for key share$',
  '^select pg_advisory_xact_lock.hashtextextended',
].join('|');

/**
 * Commits a loss of rights between the first check of a request and its write. The loss happens in a transaction of the test, which is
 * committed when the request waits for it; until then the checks of the request see the state before. No time is measured. If the
 * request does not wait, it completes before the commit, and `waited` is false.
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
    // The search index waits for the rows of decks, too, but not for this request.
    const waiting = () => sql`select pid from pg_stat_activity
      where ${test?.pid ?? 0}::int = any(pg_blocking_pids(pid)) and query !~ ${BY_THE_INDEX}`;
    await eventually(async () => isAnswered || (await waiting()).length > 0);
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
