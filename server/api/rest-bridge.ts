import { TRPCError } from '@trpc/server';
import type { Request, Response } from 'express';
import { requireAccess } from '#server/auth/actor.ts';
import { validationFailed } from '#server/errors.ts';
import { readJsonBody } from '#server/http/json-body.ts';
import { memberSource } from '#server/http/json-source.ts';
import type { Method, Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import { JsonText, stringifyVerbatim } from '#shared/json-text.ts';
import { JSON_BODY_MAX_BYTES, KIB } from '#shared/limits.ts';
import type { Context } from './context.ts';
import { restProcedures } from './procedures.ts';
import { appRouter } from './root.router.ts';
import { createCallerFactory, errorOf, type RestMeta } from './trpc.ts';

interface Dependencies {
  readonly createContext: (request: Request, response: Response) => Promise<Context>;
  readonly annotationMaxBytes: number;
}

/** What surrounds the payload in the body of an annotation: names, ids, white space. */
const PAYLOAD_FRAME_BYTES = 4 * KIB;

/**
 * The REST form of every procedure that has one. A request becomes the procedure's input (path, then
 * body or query), its output the answer; rules, access and errors are the procedure's own.
 */
export function restBridge(dependencies: Dependencies): Route[] {
  const createCaller = createCallerFactory(appRouter);
  return restProcedures().map(({ name, meta, rest }) => ({
    method: rest.method.toLowerCase() as Method,
    path: rest.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(rest.successStatus !== 204 && { produces: 'application/json' as const }),
    handler: async (request, response) => {
      const context = await dependencies.createContext(request, response);
      // Before the body is read: who may not ask is not told what is wrong with the question.
      requireAccess(context.actor, { access: meta.access ?? 'admin', changes: rest.method !== 'GET' });
      const input = await readInput(request, response, rest, dependencies.annotationMaxBytes);
      const output = await procedureOf(createCaller(context), name)(input).catch(unwrap);
      send(response, rest, output);
    },
  }));
}

type Call = (input: unknown) => Promise<unknown>;

/** The caller's member under a dotted name. The caller is a proxy that answers to every name; these names come from the router itself. */
function procedureOf(caller: unknown, name: string): Call {
  return name.split('.').reduce<unknown>((at, key) => Reflect.get(at as object, key), caller) as Call;
}

async function readInput(request: Request, response: Response, rest: RestMeta, annotationMaxBytes: number): Promise<unknown> {
  if (rest.method === 'GET') return { ...request.query, ...request.params };
  if (rest.method === 'DELETE') return { ...request.query, ...ifMatchOf(request, rest), ...request.params };
  const maxBytes = rest.largeBody ? annotationMaxBytes + PAYLOAD_FRAME_BYTES : JSON_BODY_MAX_BYTES;
  const { value, source } = await readJsonBody(request, response, maxBytes);
  const verbatim = (rest.verbatim ?? []).flatMap((name) => {
    const text = memberSource(source, name);
    return text === undefined ? [] : [[name, new JsonText(text)]];
  });
  const { ifRevision: _notFromTheBody, ...body } = value;
  return { ...body, ...Object.fromEntries(verbatim), ...ifMatchOf(request, rest), ...request.params };
}

/** `If-Match: "<revision>"`; `*` (any revision, as long as there is one) is not offered. */
function ifMatchOf(request: Request, rest: RestMeta): { ifRevision?: number } {
  const header = request.get('if-match');
  if (!rest.ifMatch || header === undefined) return {};
  const revision = /^"(0|[1-9]\d{0,9})"$/.exec(header)?.[1];
  if (revision === undefined)
    throw validationFailed([{ path: 'If-Match', message: 'must be a revision in quotes, such as "3"' }]);
  return { ifRevision: Number(revision) };
}

function unwrap(error: unknown): never {
  throw error instanceof TRPCError ? errorOf(error) : error;
}

function send(response: Response, rest: RestMeta, output: unknown): void {
  const status = rest.successStatus ?? 200;
  response.setHeader('Cache-Control', rest.noStore ? 'no-store' : 'private, no-cache');
  response.status(status);
  if (status === 204) return void response.end();
  const revision = rest.ifMatch ? revisionOf(output) : null;
  if (revision !== null) response.setHeader('ETag', `"${revision}"`);
  const text = stringifyVerbatim(output);
  // What can be asked for again gets an ETag of its content; a fresh one is answered by 304.
  if (rest.method === 'GET' && !rest.noStore) response.type('json').send(text);
  else sendJson(response, text);
}

/** What the next change may be based on, in the form that `If-Match` takes. */
function revisionOf(output: unknown): number | null {
  return typeof output === 'object' && output !== null && 'revision' in output && typeof output.revision === 'number'
    ? output.revision
    : null;
}
