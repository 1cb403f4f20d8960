import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { envelopeOf, toAppError } from '#server/http/envelope.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { requestIdOf } from '#server/http/request-id.ts';
import { KIB } from '#shared/limits.ts';
import type { Context } from './context.ts';
import { appRouter } from './root.router.ts';

/** What surrounds a payload in a procedure's input. */
const FRAME_BYTES = 64 * KIB;
/** JSON-RPC's "invalid request", which tRPC's clients expect beside an error's data. */
const INVALID_REQUEST = -32_600;

/** Procedure calls in tRPC's own form. Bodies are read by the same rules as REST bodies: one way in. */
export function trpcHandlers(
  createContext: (request: Request, response: Response) => Promise<Context>,
  payloadMaxBytes: number,
): (RequestHandler | ErrorRequestHandler)[] {
  const readBody: RequestHandler = async (request, response, next) => {
    if (request.method === 'POST') request.body = (await readJsonBody(request, response, payloadMaxBytes + FRAME_BYTES)).value;
    next();
  };
  const handler = createExpressMiddleware({ router: appRouter, createContext: ({ req, res }) => createContext(req, res) });
  return [readBody, handler, refuse];
}

/** A body that could not be read never reached tRPC; its refusal still has tRPC's form. */
const refuse: ErrorRequestHandler = (thrown: unknown, _request, response, next) => {
  const error = toAppError(thrown);
  if (error.status >= 500 || response.headersSent) return next(thrown);
  const { error: data } = envelopeOf(error, requestIdOf(response));
  return response.status(error.status).json({ error: { message: error.message, code: INVALID_REQUEST, data } });
};
