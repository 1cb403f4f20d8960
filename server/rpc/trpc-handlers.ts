import type { AnyTRPCRouter } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import { logFault, refusalHeaders, toAppError } from '#server/http/envelope.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { requestIdOf } from '#server/http/request-id.ts';
import { nameRoute } from '#server/http/route-names.ts';
import { optionsOf } from '#server/http/routes.ts';
import { JSON_BODY_MAX_BYTES, KIB } from '#shared/limits.ts';
import type { Context } from './context.ts';
import type { EventStreams } from './event-streams.ts';
import { type Procedures, proceduresOf } from './procedures.ts';
import { requireSomeAccess, type TrpcCalls, trpcCallsOf } from './trpc-calls.ts';
import { errorOf, trpcShapeOf } from './trpc-errors.ts';

/** The maximum size of everything but the payload in a procedure's input. */
const FRAME_BYTES = 64 * KIB;
const METHODS = 'GET, HEAD, POST, OPTIONS';

interface Dependencies {
  readonly router: AnyTRPCRouter;
  readonly createContext: (request: Request, response: Response) => Promise<Context>;
  readonly eventStreams: EventStreams;
  readonly payloadMaxBytes: number;
  readonly log: Logger;
}

/**
 * Handles procedure calls in tRPC's own form. Bodies are read by the same rules as REST bodies, and only for callers who may make at
 * least one of the calls.
 */
export function trpcHandlers(dependencies: Dependencies): (RequestHandler | ErrorRequestHandler)[] {
  const { router, createContext, eventStreams, payloadMaxBytes, log } = dependencies;
  const procedures = proceduresOf(router);
  const contexts = new WeakMap<Request, Context>();
  const readCalls: RequestHandler = async (request, response, next) => {
    if (request.method === 'OPTIONS') return optionsOf(METHODS)(request, response, next);
    if (!METHODS.split(', ').includes(request.method)) {
      response.setHeader('Allow', METHODS);
      throw new AppError('METHOD_NOT_ALLOWED', `This address allows only ${METHODS}.`);
    }
    const calls = trpcCallsOf(request, procedures);
    nameRoute(response, routeNameOf(calls, procedures));
    if (calls.subscription !== null) return eventStreams.answer(calls.subscription, createContext, request, response);
    await prepare(request, response, calls);
    return next();
  };
  const prepare = async (request: Request, response: Response, calls: TrpcCalls): Promise<void> => {
    const context = await createContext(request, response);
    contexts.set(request, context);
    if (request.method !== 'POST') return;
    requireSomeAccess(context.actor, calls, procedures);
    const maxBytes = context.actor === null ? JSON_BODY_MAX_BYTES : payloadMaxBytes + FRAME_BYTES;
    request.body = (await readJsonBody(request, response, maxBytes, { need: 'unneeded' })).value;
  };
  const handler = createExpressMiddleware({
    router,
    createContext: ({ req }) => contexts.get(req) as Context,
    onError: ({ error, req }) =>
      logFault(log, errorOf(error), { requestId: contexts.get(req)?.requestId ?? '', method: req.method }),
    responseMeta: ({ errors }) => ({ headers: headersOf(errors.map((error) => errorOf(error))) }),
  });
  return [readCalls, handler, refuseInForm(log)];
}

/** A batch can be any combination of procedures, so all batches have one name. */
function routeNameOf({ names }: TrpcCalls, procedures: Procedures): string {
  const [name = ''] = names;
  if (names.length > 1) return '/api/trpc/{batch}';
  return `/api/trpc/${procedures.has(name) ? name : '{unknown}'}`;
}

/** The headers of a response to several calls: the longest wait, and the challenge if one of them is a 401. */
function headersOf(errors: readonly AppError[]): Record<string, string> {
  const waits = errors.toSorted((a, b) => (a.details.retryAfterSeconds ?? 0) - (b.details.retryAfterSeconds ?? 0));
  return Object.assign({}, ...waits.map((error) => refusalHeaders(error))) as Record<string, string>;
}

/** Also sends errors in tRPC's form that happen before tRPC is called (a foreign origin, a body that cannot be read, no database). */
function refuseInForm(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const error = toAppError(thrown);
    const requestId = requestIdOf(response);
    logFault(log, error, { requestId, method: request.method });
    response.set({ ...refusalHeaders(error), 'Cache-Control': 'no-store' }).status(error.status);
    return response.json({ error: trpcShapeOf(error, requestId) });
  };
}
