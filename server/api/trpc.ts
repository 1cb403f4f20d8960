import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, ZodType } from 'zod';
import { type Access, requireActor } from '#server/auth/actor.ts';
import { AppError, validationFailed } from '#server/errors.ts';
import { envelopeOf, toAppError } from '#server/http/envelope.ts';
import type { Method } from '#server/http/routes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Context } from './context.ts';

/** How the REST side shows a procedure. What is missing here has no REST form. */
export interface RestMeta {
  readonly method: Uppercase<Method>;
  /** Below `/api`, with `{name}` for path parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What it does, in whole sentences, for readers of the document. */
  readonly description: string;
  readonly tags: string[];
  /** Codes of this operation's own refusals; those of its kind (signed in, takes a body…) are added. */
  readonly errors?: readonly ErrorCode[];
  /** Of the answer; 200 unless said otherwise. 204 sends none. */
  readonly successStatus?: 200 | 201 | 204;
  /** The change obeys `If-Match` and `If-None-Match`: the procedure looks at `ctx.preconditions`. */
  readonly conditional?: boolean;
  /** What stands in the quotes of the answer's strong entity tag; null: it has none. Without it GET gets a weak one of its content. */
  readonly etag?: (output: unknown) => string | null;
  /** The answer is a secret or is worth nothing later: nobody keeps it. */
  readonly noStore?: boolean;
  /** The body may be as large as an annotation. */
  readonly largeBody?: boolean;
  /** Fields of the body that clients are told to send always, though the server does without each of them. */
  readonly alwaysSend?: readonly string[];
  /** Members of the body that are kept as the text they were sent as. */
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
    // Never the stack, whatever NODE_ENV says.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => ({
      ...shape,
      message: errorOf(error).message,
      data: envelopeOf(errorOf(error), ctx?.requestId ?? '').error,
    }),
  });

/**
 * The product's error inside tRPC's own. A BAD_REQUEST with a ZodError is an input that is not valid; a ZodError
 * elsewhere is an output of ours that is not valid, which is our fault.
 */
export function errorOf(error: TRPCError): AppError {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return validationFailed(error.cause.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  }
  const isOurs = error.cause instanceof AppError || (error.cause !== undefined && error.code === 'INTERNAL_SERVER_ERROR');
  return isOurs ? toAppError(error.cause) : fromTransport(error);
}

/** The product's error of whatever a call has thrown. */
export function thrownError(thrown: unknown): AppError {
  return thrown instanceof TRPCError ? errorOf(thrown) : toAppError(thrown);
}

/** Refusals of tRPC itself: no such procedure, the wrong method, a body that it cannot read. */
function fromTransport(error: TRPCError): AppError {
  switch (error.code) {
    case 'NOT_FOUND':
      return new AppError('NOT_FOUND', 'This procedure does not exist.');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED', 'This procedure needs another HTTP method.');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".');
    case 'PARSE_ERROR':
      return new AppError('MALFORMED_JSON', 'The input is not JSON.');
    case 'BAD_REQUEST':
      if (error.cause instanceof SyntaxError) return new AppError('MALFORMED_JSON', 'The input is not JSON.');
      return validationFailed([{ path: '', message: 'The request cannot be read.' }]);
    default:
      return new AppError(
        'INTERNAL',
        'The server failed. If this happens again, tell an admin the request id.',
        {},
        { cause: error },
      );
  }
}

const TRPC_CODES: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** Services throw the product's errors and know nothing of tRPC; here they get its status. */
function translated(thrown: unknown): TRPCError {
  if (thrown instanceof TRPCError && (thrown.code !== 'INTERNAL_SERVER_ERROR' || thrown.cause === undefined)) return thrown;
  const cause = toAppError(thrown instanceof TRPCError ? thrown.cause : thrown);
  return new TRPCError({ code: TRPC_CODES[cause.status] ?? 'INTERNAL_SERVER_ERROR', cause });
}

type Outcome = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly error: TRPCError };

/**
 * Runs a call, translates its errors, and counts what it gives back: see `AnswerBudget`. A subscription's values are sent one by one and are
 * not counted. One function for all three: each middleware of tRPC copies the context and the options of the call.
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
 * A builder whose procedures read input and output with `parse`. tRPC itself would use `parseAsync`, which does not run what Zod compiles for a
 * schema and takes three times as long. No schema of ours waits for anything.
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
        // What the OpenAPI document is made of are the schemas, not the functions that use them.
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
export const createCallerFactory = t.createCallerFactory;

/** Anybody may call it. */
export const publicProcedure = parsingAtOnce(
  t.procedure.meta({ access: 'public' }).use(({ ctx, type, next }) => answered({ ctx, type }, () => next())),
);

/** Somebody who is signed in, or a key of theirs; `ctx.actor` is there. */
export const signedInProcedure = procedureFor('user');
/** Somebody at a browser: keys are refused. */
export const sessionProcedure = procedureFor('session');
/** An admin at a browser. */
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
