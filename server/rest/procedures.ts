import { z } from 'zod';
import type { BodyNeed } from '#server/http/json-body.ts';
import { appRouter } from './root.router.ts';
import type { Meta, RestMeta } from '#server/rpc/trpc.ts';

/** What tRPC knows about a procedure at run time. */
export interface ProcedureDefinition {
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly meta?: Meta;
  /** The parsers of input and output. Ours are Zod schemas. */
  readonly inputs?: readonly unknown[];
  readonly output?: unknown;
}

/** Every procedure of the API, by its dotted name: `decks.list`. */
export const PROCEDURES: ReadonlyMap<string, ProcedureDefinition> = new Map(
  // By its type the record is nested like the routers; the value is flat.
  Object.entries(appRouter._def.procedures as unknown as Record<string, { readonly _def: ProcedureDefinition }>).map(
    ([name, { _def }]) => [name, _def],
  ),
);

/** The procedures that have a REST form. */
export function restProcedures(): { name: string; meta: Meta; rest: RestMeta }[] {
  return [...PROCEDURES].flatMap(([name, { meta }]) => (meta?.openapi ? [{ name, meta, rest: meta.openapi }] : []));
}

/** The names of the parameters in a REST path. */
export function pathParametersOf({ path }: Pick<RestMeta, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Whether a REST request needs a body: it depends on the input's fields that are neither in the path nor in headers. */
export function bodyNeedOf(name: string, rest: RestMeta): BodyNeed {
  const [input] = PROCEDURES.get(name)?.inputs ?? [];
  if (!(input instanceof z.ZodObject)) return 'unneeded';
  const elsewhere = new Set([...pathParametersOf(rest), 'ifRevision']);
  const members = Object.entries<z.ZodType>(input.shape).filter(([member]) => !elsewhere.has(member));
  if (members.length === 0) return 'unneeded';
  return members.every(([, schema]) => schema.safeParse(undefined).success) ? 'optional' : 'required';
}
