import type { Sql } from 'postgres';
import { z } from 'zod';
import type { Statement } from '#server/db/statements.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';

/** A node of a plan, as returned by `EXPLAIN (FORMAT JSON)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  /** The number of rows that the planner expects this node to return. */
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

/** Maximum number of rows a sort may read: a page and one more row for each of the three scopes that the list of decks combines. */
const SORTED_ROWS_MAX = 3 * (PAGE_SIZE_MAX + 1);
/**
 * Maximum cost of a statement, in sequential page reads. Reading 100,000 decks costs over 3,000; reading one of their indexes costs
 * over 1,500.
 */
const COST_MAX = 1000;

/**
 * The plan of a statement: the generic plan for a prepared statement, otherwise the plan for its values. The statement is not
 * executed.
 */
export async function planOf(sql: Sql, { text, parameters, kept }: Statement): Promise<PlanNode> {
  const rows = kept
    ? await sql.unsafe(`explain (generic_plan, format json) ${text}`).simple()
    : // The values come from the server; postgres.js does not export the types of the parameters it accepts.
      await sql.unsafe(`explain (format json) ${text}`, parameters as never[], { prepare: false });
  const [{ 'QUERY PLAN': plans }] = explainedSchema.parse(parsed(rows));
  return plans[0].Plan;
}

/** The problems that a plan has with large tables; `growing` are the tables without an upper bound. */
export function faultsOf(plan: PlanNode, growing: ReadonlySet<string>, costMax = COST_MAX): string[] {
  const nodes = flattened(plan);
  // Reading the first rows of a table, in any order, is cheap.
  const first = new Set(nodes.filter((node) => node['Node Type'] === 'Limit').flatMap(({ Plans }) => Plans ?? []));
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && (node.Filter !== undefined || !first.has(node)));
  const scans = whole.filter((node) => growing.has(node['Relation Name'] ?? ''));
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort' && Math.max(...inputsOf(node)) > SORTED_ROWS_MAX);
  return [
    ...scans.map((node) => `reads all of ${node['Relation Name']}`),
    ...sorts.map((node) => `sorts ${Math.max(...inputsOf(node))} rows`),
    ...(plan['Total Cost'] > costMax ? [`costs ${Math.round(plan['Total Cost'])}`] : []),
  ];
}

function inputsOf(node: PlanNode): number[] {
  return (node.Plans ?? [node]).map((input) => input['Plan Rows']);
}

function flattened(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattened)];
}

/** Parses the JSON, because drizzle switches off the JSON parsing of postgres.js. */
function parsed(rows: readonly Record<string, unknown>[]): unknown {
  return rows.map((row) => ({
    'QUERY PLAN': typeof row['QUERY PLAN'] === 'string' ? JSON.parse(row['QUERY PLAN']) : row['QUERY PLAN'],
  }));
}
