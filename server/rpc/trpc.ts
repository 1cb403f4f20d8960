import { initTRPC, type TRPCError } from '@trpc/server';
import { ZodType } from 'zod';
import { type Access, requireActor } from '#server/auth/actor.ts';
import { envelopeOf } from '#server/http/envelope.ts';
import type { Method } from '#server/http/routes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Context } from './context.ts';
import { errorOf, translated } from './trpc-errors.ts';

/** The REST form of a procedure. Procedures without it are available through tRPC only. */
export interface RestMeta {
  readonly method: Uppercase<Method>;
  /** Below `/api`, with `{name}` for path parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What it does, in full sentences, for readers of the document. */
  readonly description: string;
  readonly tags: string[];
  /** The error codes of this operation. Codes that follow from its kind (needs a user, has a body) are added. */
  readonly errors?: readonly ErrorCode[];
  /** The status of a success; default: 200. 204 has no body. */
  readonly successStatus?: 200 | 201 | 202 | 204;
  /** The change supports `If-Match` and `If-None-Match`: the procedure reads `ctx.preconditions`. */
  readonly conditional?: boolean;
  /** The strong entity tag of the response, without quotes; null for none. Without this function, GET gets a weak tag from its content. */
  readonly etag?: (output: unknown) => string | null;
  /** The path of the record that was created, for `Location`. */
  readonly location?: (output: unknown) => string;
  /** The response must not be cached, because it is secret or soon outdated. */
  readonly noStore?: boolean;
  /** JSON is also taken as `text/plain`, as `navigator.sendBeacon` sends it. Only for routes that no cookie or key opens. */
  readonly takesPlainText?: boolean;
  /** The body may be as large as an annotation. */
  readonly largeBody?: boolean;
  /** Optional fields of the body that the document declares as required. */
  readonly alwaysSend?: readonly string[];
  /** Fields of the input that are in the query although the request has a body. */
  readonly inQuery?: readonly string[];
  /** Fields of the body that are stored as the text that was sent. */
  readonly verbatim?: readonly string[];
}

export interface Meta {
  readonly access?: Access;
  readonly openapi?: RestMeta;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // Errors never contain the stack, whatever the value of NODE_ENV.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => ({
      ...shape,
      message: errorOf(error).message,
      data: envelopeOf(errorOf(error), ctx?.requestId ?? '').error,
    }),
  });

type Outcome = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly error: TRPCError };

/**
 * Runs a call, translates its errors, and counts its result: see `AnswerBudget`. The values of a subscription are sent one by one and
 * are not counted. One function does all this, because each middleware of tRPC copies the context and the options of the call.
 */
async function answered<Result extends Outcome>(
  { ctx, type }: { readonly ctx: Context; readonly type: string },
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await (type === 'subscription' ? call() : ctx.answer.run(call, (given) => (given.ok ? given.data : null)));
    if (!result.ok) throw result.error;
    return result;
  } catch (thrown) {
    throw translated(thrown);
  }
}

/**
 * A builder whose procedures read input and output with `parse`. tRPC itself would use `parseAsync`, which does not use the code that
 * Zod compiles for a schema and takes three times as long. None of our schemas is asynchronous.
 */
function parsingAtOnce<Builder extends object>(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      const isLast = key === 'query' || key === 'mutation' || key === 'subscription';
      return (argument: unknown) => {
        const schema = (key === 'input' || key === 'output') && argument instanceof ZodType ? argument : null;
        const parser = schema === null ? argument : (value: unknown) => schema.parse(value);
        const made: unknown = Reflect.apply(member, target, [parser]);
        if (isLast || !isBuilder(made)) return made;
        // The OpenAPI document is built from the schemas, so the procedure must list them and not the parser functions.
        if (schema !== null && key === 'input') made._def.inputs.splice(-1, 1, schema);
        if (schema !== null && key === 'output') made._def.output = schema;
        return parsingAtOnce(made);
      };
    },
  });
}

interface ParsingBuilder {
  readonly _def: { readonly inputs: unknown[]; output?: unknown };
}

function isBuilder(value: unknown): value is ParsingBuilder {
  return typeof value === 'object' && value !== null && '_def' in value;
}

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** Any caller may call it. */
export const publicProcedure = parsingAtOnce(
  t.procedure.meta({ access: 'public' }).use(({ ctx, type, next }) => answered({ ctx, type }, () => next())),
);

/** Requires a session or an API key; `ctx.actor` is set. */
export const signedInProcedure = procedureFor('user');
/** Requires a session, and works before a required second factor is set up: for what people do with their own account. */
export const accountProcedure = procedureFor('account');
/** Requires a session; API keys are refused. */
export const sessionProcedure = procedureFor('session');
/** Requires a session of an admin. */
export const adminProcedure = procedureFor('admin');

function procedureFor(access: Exclude<Access, 'public'>) {
  return parsingAtOnce(
    t.procedure.meta({ access }).use(({ ctx, type, next }) =>
      answered({ ctx, type }, async () => {
        const actor = requireActor(ctx.actor, { access, changes: type === 'mutation' });
        return next({ ctx: { actor } });
      }),
    ),
  );
}
