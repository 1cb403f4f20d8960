import type { AnyTRPCRouter } from '@trpc/server';
import type { Context } from './context.ts';
import { createCallerFactory, type Meta } from './trpc.ts';

/** What tRPC knows about a procedure at run time. */
export interface ProcedureDefinition {
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly meta?: Meta;
  /** The parsers of input and output. Ours are Zod schemas. */
  readonly inputs?: readonly unknown[];
  readonly output?: unknown;
}

/** Procedures by their dotted names: `decks.list`. */
export type Procedures = ReadonlyMap<string, ProcedureDefinition>;

export function proceduresOf(router: AnyTRPCRouter): Procedures {
  // By its type the record is nested like the routers; the value is flat.
  const procedures = router._def.procedures as unknown as Record<string, { readonly _def: ProcedureDefinition }>;
  return new Map(Object.entries(procedures).map(([name, { _def }]) => [name, _def]));
}

interface Call {
  /** The dotted name of a procedure. */
  readonly name: string;
  readonly context: Context;
  readonly input: unknown;
  readonly signal?: AbortSignal;
}

/** Calls a procedure by its name. Rejects with a TRPCError. */
export type CallProcedure = (call: Call) => Promise<unknown>;

/** A function that calls the procedures of the router. The names must be names of `proceduresOf`. */
export function callerOf(router: AnyTRPCRouter): CallProcedure {
  const createCaller = createCallerFactory(router);
  return ({ name, context, input, signal }) => {
    const caller: unknown = createCaller(context, signal && { signal });
    // `caller` is a proxy, nested like the routers, that accepts any name.
    const call = name.split('.').reduce((at, key) => Reflect.get(at as object, key) as unknown, caller);
    return (call as (given: unknown) => Promise<unknown>)(input);
  };
}
