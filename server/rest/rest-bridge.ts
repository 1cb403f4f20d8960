import { TRPCError } from '@trpc/server';
import type { Request, RequestHandler, Response } from 'express';
import { requireAccess } from '#server/auth/actor.ts';
import { type BodyForm, readJsonBody } from '#server/http/json-body.ts';
import { memberSource } from '#server/http/json-source.ts';
import type { Method, Route } from '#server/http/routes.ts';
import { sendJson, sendTaggedJson } from '#server/http/send-json.ts';
import { preconditionsOf } from '#server/preconditions.ts';
import { JsonText, stringifyVerbatim } from '#shared/json-text.ts';
import { JSON_BODY_MAX_BYTES, KIB } from '#shared/limits.ts';
import { bodyNeedOf, restProcedures } from './procedures.ts';
import { appRouter } from './root.router.ts';
import type { Context } from '#server/rpc/context.ts';
import { callerOf } from '#server/rpc/procedures.ts';
import { errorOf } from '#server/rpc/trpc-errors.ts';
import type { Meta, RestMeta } from '#server/rpc/trpc.ts';

interface Dependencies {
  readonly createContext: (request: Request, response: Response) => Promise<Context>;
  readonly annotationMaxBytes: number;
}

/** The maximum size of everything but the payload in the body of an annotation: names, ids, white space. */
const PAYLOAD_FRAME_BYTES = 4 * KIB;

/**
 * The REST routes of all procedures that have a REST form. Path and body or query become the procedure's input, and its output becomes
 * the response. Rules, access and errors are those of the procedure.
 */
export function restBridge(dependencies: Dependencies): Route[] {
  return restProcedures().map(({ name, meta, rest }) => ({
    method: rest.method.toLowerCase() as Method,
    path: rest.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(rest.successStatus !== 204 && { produces: 'application/json' as const }),
    handler: restHandler(name, meta, rest, dependencies),
  }));
}

function restHandler(name: string, meta: Meta, rest: RestMeta, dependencies: Dependencies): RequestHandler {
  const maxBytes = rest.largeBody ? dependencies.annotationMaxBytes + PAYLOAD_FRAME_BYTES : JSON_BODY_MAX_BYTES;
  const body = { maxBytes, need: bodyNeedOf(name, rest), asPlainText: rest.takesPlainText };
  return async (request, response) => {
    const own = await dependencies.createContext(request, response);
    // Checked before the body is read: callers without access do not learn what is wrong with their request.
    requireAccess(own.actor, { access: meta.access ?? 'admin', changes: rest.method !== 'GET' });
    const input = await readInput(request, response, rest, body);
    const context = rest.conditional ? { ...own, preconditions: preconditionsOf(request.headers) } : own;
    const output = await call({ name, context, input }).catch(unwrap);
    send(request, response, rest, output);
  };
}

interface BodyRule extends BodyForm {
  readonly maxBytes: number;
}

const call = callerOf(appRouter);

async function readInput(request: Request, response: Response, rest: RestMeta, body: BodyRule): Promise<unknown> {
  if (rest.method === 'GET' || rest.method === 'DELETE') return { ...withoutHeaderMembers(request.query), ...request.params };
  const { value, source } = await readJsonBody(request, response, body.maxBytes, body);
  const verbatim = (rest.verbatim ?? []).flatMap((name) => {
    const text = memberSource(source, name);
    return text === undefined ? [] : [[name, new JsonText(text)]];
  });
  const inQuery = (rest.inQuery ?? []).map((name) => [name, request.query[name]]);
  return { ...withoutHeaderMembers(value), ...Object.fromEntries(verbatim), ...Object.fromEntries(inQuery), ...request.params };
}

/** Leaves out fields that tRPC clients send, but that are headers in REST. */
function withoutHeaderMembers({ ifRevision: _header, ...members }: Record<string, unknown>): Record<string, unknown> {
  return members;
}

function unwrap(error: unknown): never {
  throw error instanceof TRPCError ? errorOf(error) : error;
}

function send(request: Request, response: Response, rest: RestMeta, output: unknown): void {
  const status = rest.successStatus ?? 200;
  response.setHeader('Cache-Control', rest.noStore ? 'no-store' : 'private, no-cache');
  response.status(status);
  if (status === 204) return void response.end();
  const tag = rest.etag?.(output) ?? null;
  if (tag !== null) response.setHeader('ETag', `"${tag}"`);
  if (rest.location !== undefined) response.location(rest.location(output));
  const text = stringifyVerbatim(output);
  // The ETag is made from the content. If the client already has this content, the response is 304.
  if (rest.method === 'GET' && !rest.noStore) sendTaggedJson(request, response, text);
  else sendJson(response, text);
}
