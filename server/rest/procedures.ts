import { z } from 'zod';
import type { BodyNeed } from '#server/http/json-body.ts';
import { type Procedures, proceduresOf } from '#server/rpc/procedures.ts';
import type { Meta, RestMeta } from '#server/rpc/trpc.ts';
import { appRouter } from './root.router.ts';

/** Every procedure of the API. */
export const PROCEDURES: Procedures = proceduresOf(appRouter);

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
