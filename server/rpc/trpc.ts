import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, ZodType } from 'zod';
import { type Access, requireActor } from '#server/auth/actor.ts';
import { AppError, refusedBySchema, validationFailed } from '#server/errors.ts';
import { envelopeOf, toAppError } from '#server/http/envelope.ts';
import type { Method } from '#server/http/routes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Context } from './context.ts';

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
  readonly successStatus?: 200 | 201 | 204;
  /** The change supports `If-Match` and `If-None-Match`: the procedure reads `ctx.preconditions`. */
  readonly conditional?: boolean;
  /** The strong entity tag of the response, without quotes; null for none. Without this function, GET gets a weak tag from its content. */
  readonly etag?: (output: unknown) => string | null;
  /** The response must not be cached, because it is secret or soon outdated. */
  readonly noStore?: boolean;
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

/**
 * Converts an error of tRPC to an `AppError`. A BAD_REQUEST with a ZodError means that the input is not valid. A ZodError elsewhere
 * means that our output is not valid, which is a fault of the server.
 */
export function errorOf(error: TRPCError): AppError {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return refusedBySchema(error.cause);
  }
  const isOurs = error.cause instanceof AppError || (error.cause !== undefined && error.code === 'INTERNAL_SERVER_ERROR');
  return isOurs ? toAppError(error.cause) : fromTransport(error);
}

/** Converts anything that a call has thrown to an `AppError`. */
export function thrownError(thrown: unknown): AppError {
  return thrown instanceof TRPCError ? errorOf(thrown) : toAppError(thrown);
}

/** Converts errors of tRPC itself: no such procedure, the wrong method, a body that it cannot read. */
function fromTransport(error: TRPCError): AppError {
  switch (error.code) {
    case 'NOT_FOUND':
      return new AppError('NOT_FOUND', 'This procedure does not exist.');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('METHOD_NOT_ALLOWED', 'This procedure needs another HTTP method.');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".');
    case 'PARSE_ERROR':
      return new AppError('MALFORMED_JSON', 'The input is not valid JSON.');
    case 'BAD_REQUEST':
      if (error.cause instanceof SyntaxError) return new AppError('MALFORMED_JSON', 'The input is not valid JSON.');
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

/** Converts to an error of tRPC. Services throw `AppError` and know nothing about tRPC. */
function translated(thrown: unknown): TRPCError {
  if (thrown instanceof TRPCError && (thrown.code !== 'INTERNAL_SERVER_ERROR' || thrown.cause === undefined)) return thrown;
  const cause = toAppError(thrown instanceof TRPCError ? thrown.cause : thrown);
  return new TRPCError({ code: TRPC_CODES[cause.status] ?? 'INTERNAL_SERVER_ERROR', cause });
}

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
