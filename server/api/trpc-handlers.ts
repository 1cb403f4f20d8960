import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { AppError } from '#server/errors.ts';
import { logFault, toAppError } from '#server/http/envelope.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { requestIdOf } from '#server/http/request-id.ts';
import { KIB } from '#shared/limits.ts';
import type { Context } from './context.ts';
import { appRouter } from './root.router.ts';
import { errorOf } from './trpc.ts';
import { trpcShapeOf } from './trpc-shape.ts';

/** What surrounds a payload in a procedure's input. */
const FRAME_BYTES = 64 * KIB;

interface Dependencies {
  readonly createContext: (request: Request, response: Response) => Promise<Context>;
  readonly payloadMaxBytes: number;
  readonly log: Logger;
}

/** Procedure calls in tRPC's own form. Bodies are read by the same rules as REST bodies: one way in. */
export function trpcHandlers({ createContext, payloadMaxBytes, log }: Dependencies): (RequestHandler | ErrorRequestHandler)[] {
  const contexts = new WeakMap<Request, Context>();
  const prepare: RequestHandler = async (request, response, next) => {
    if (request.method === 'POST') request.body = (await readJsonBody(request, response, payloadMaxBytes + FRAME_BYTES)).value;
    contexts.set(request, await createContext(request, response));
    next();
  };
  const handler = createExpressMiddleware({
    router: appRouter,
    createContext: ({ req }) => contexts.get(req) as Context,
    onError: ({ error, req, ctx }) => logFault(log, errorOf(error), { requestId: ctx?.requestId ?? '', method: req.method }),
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors.map((error) => errorOf(error))) }),
  });
  return [prepare, handler, refuseInForm(log)];
}

function retryAfter(errors: readonly AppError[]): Record<string, string> {
  const seconds = Math.max(0, ...errors.map(({ details }) => details.retryAfterSeconds ?? 0));
  return seconds > 0 ? { 'retry-after': String(seconds) } : {};
}

/** What fails before tRPC is reached (a foreign origin, a body that cannot be read, no database) has tRPC's form, too. */
function refuseInForm(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const error = toAppError(thrown);
    const requestId = requestIdOf(response);
    logFault(log, error, { requestId, method: request.method });
    response.set(retryAfter([error])).status(error.status);
    return response.json({ error: trpcShapeOf(error, requestId) });
  };
}
