import type { Sql } from 'postgres';
import { z } from 'zod';
import type { Statement } from '#server/db/statements.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` has it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  /** What the planner expects to come out of it. */
  readonly 'Plan Rows': number;
  readonly 'Total Cost': number;
  readonly Filter?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const planSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Plan Rows': z.number(),
  'Total Cost': z.number(),
  Filter: z.string().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
const explainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

/** Rows that a sort may take: a page with one row more of each of three scopes, which the list of decks puts together. */
const SORTED_ROWS_MAX = 3 * (PAGE_SIZE_MAX + 1);
/** What a statement may cost, in pages read one after the other. Reading 100,000 decks costs over 3,000, an index of theirs over 1,500. */
const COST_MAX = 1000;

/**
 * How the planner carries out a statement: with one plan for all values where the server keeps it, else with its values.
 * The statement does not run.
 */
export async function planOf(sql: Sql, { text, parameters, kept }: Statement): Promise<PlanNode> {
  const rows = kept
    ? await sql.unsafe(`explain (generic_plan, format json) ${text}`).simple()
    : // The values are what the server sent: postgres.js's own types of what it takes are not exported.
      await sql.unsafe(`explain (format json) ${text}`, parameters as never[], { prepare: false });
  const [{ 'QUERY PLAN': plans }] = explainedSchema.parse(parsed(rows));
  return plans[0].Plan;
}

/** What is wrong with a plan at scale; `growing` are the tables that have no bound. */
export function faultsOf(plan: PlanNode, growing: ReadonlySet<string>): string[] {
  const nodes = flattened(plan);
  // The first rows of a table, whichever they are, take no more than that to be read.
  const first = new Set(nodes.filter((node) => node['Node Type'] === 'Limit').flatMap(({ Plans }) => Plans ?? []));
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && (node.Filter !== undefined || !first.has(node)));
  const scans = whole.filter((node) => growing.has(node['Relation Name'] ?? ''));
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort' && Math.max(...inputsOf(node)) > SORTED_ROWS_MAX);
  return [
    ...scans.map((node) => `reads all of ${node['Relation Name']}`),
    ...sorts.map((node) => `sorts ${Math.max(...inputsOf(node))} rows`),
    ...(plan['Total Cost'] > COST_MAX ? [`costs ${Math.round(plan['Total Cost'])}`] : []),
  ];
}

function inputsOf(node: PlanNode): number[] {
  return (node.Plans ?? [node]).map((input) => input['Plan Rows']);
}

function flattened(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattened)];
}

/** drizzle switches postgres.js's parsing of JSON off. */
function parsed(rows: readonly Record<string, unknown>[]): unknown {
  return rows.map((row) => ({
    'QUERY PLAN': typeof row['QUERY PLAN'] === 'string' ? JSON.parse(row['QUERY PLAN']) : row['QUERY PLAN'],
  }));
}
