import { appRouter } from './root.router.ts';
import type { Meta, RestMeta } from './trpc.ts';

/** What tRPC knows of a procedure while the server runs. */
export interface ProcedureDefinition {
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly meta?: Meta;
  /** The parsers of what it takes and gives: Zod schemas, as ours are written. */
  readonly inputs?: readonly unknown[];
  readonly output?: unknown;
}

/** Every procedure of the API, by its dotted name: `decks.list`. */
export const PROCEDURES: ReadonlyMap<string, ProcedureDefinition> = new Map(
  // Their type nests as the routers do; the record itself is flat.
  Object.entries(appRouter._def.procedures as unknown as Record<string, { readonly _def: ProcedureDefinition }>).map(
    ([name, { _def }]) => [name, _def],
  ),
);

/** Those that have a REST form. */
export function restProcedures(): { name: string; meta: Meta; rest: RestMeta }[] {
  return [...PROCEDURES].flatMap(([name, { meta }]) => (meta?.openapi ? [{ name, meta, rest: meta.openapi }] : []));
}
