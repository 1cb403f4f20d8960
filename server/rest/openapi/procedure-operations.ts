import { z } from 'zod';
import { bodyNeedOf, pathParametersOf, PROCEDURES, restProcedures } from '#server/rest/procedures.ts';
import type { Access } from '#server/auth/actor.ts';
import type { RestMeta } from '#server/rpc/trpc.ts';
import type { Method } from '#server/http/routes.ts';
import type { HeaderName, ParameterName } from './headers.ts';
import type { OperationFacts, Success } from './operation.ts';

/** The operations that are procedures, from their contracts. */
export function procedureOperations(): OperationFacts[] {
  return restProcedures().map(({ name, meta, rest }) => {
    const { input, output } = schemasOf(name);
    const operationId = operationIdOf(name);
    const method = rest.method.toLowerCase() as Method;
    const inPath = pathParametersOf(rest);
    const others = omit(input, [...inPath, 'ifRevision']);
    const takesBody = method === 'post' || method === 'put' || method === 'patch';
    const beside = takesBody ? (rest.inQuery ?? []) : [];
    const inBody = omit(others, beside);
    const takesOthers = Object.keys(others.shape).length > 0;
    return {
      operationId,
      method,
      path: rest.path,
      summary: rest.summary,
      description: rest.description,
      tag: rest.tags[0] ?? '',
      access: meta.access ?? 'admin',
      pathParameters: inPath.length > 0 ? omit(input, Object.keys(others.shape), 'ifRevision') : undefined,
      query: beside.length > 0 ? only(others, beside) : !takesBody && takesOthers ? others : undefined,
      body:
        takesBody && Object.keys(inBody.shape).length > 0
          ? {
              type: 'application/json',
              schema: inBody,
              optional: bodyNeedOf(name, rest) === 'optional',
              alwaysSend: rest.alwaysSend,
            }
          : undefined,
      headers: headersOf(rest, meta.access ?? 'admin'),
      success: successOf(rest, output),
      errors: [...(rest.errors ?? []), ...(takesBody ? BODY_ERRORS : [])],
    };
  });
}

/** These also apply to operations that need no body: a body that is sent is read. */
const BODY_ERRORS = ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/**
 * The name of a procedure in generated clients: `decks.list` becomes `listDecks`, `notes.set` `setNote`, `notes.listHistory`
 * `listNoteHistory`, `sessions.endOther` `endOtherSessions`, `recoveryCodes.renew` `renewRecoveryCodes`.
 */
export function operationIdOf(procedure: string): string {
  const [noun = '', verb = ''] = procedure.split('.');
  const isAboutMany = verb === 'list' || verb === 'renew' || verb.endsWith('Other');
  const [, action = verb, part = ''] = /^(list)([A-Z]\w*)$/.exec(verb) ?? [];
  return `${action}${capitalized(isAboutMany ? noun : noun.replace(/s$/, ''))}${part}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function headersOf({ method, conditional, noStore }: RestMeta, access: Access): ParameterName[] {
  if (method === 'GET') return noStore ? [] : ['IfNoneMatch'];
  return [
    ...(conditional ? (['IfMatch', 'IfNoneMatchOfChange'] as const) : []),
    ...(access === 'public' ? [] : (['ExpectedUser'] as const)),
  ];
}

const CHANGED = { 200: 'The changed record.', 201: 'The created record.', 202: 'The created record, whose work is done later.' };

function successOf(
  { method, successStatus = 200, etag, location, noStore }: RestMeta,
  output: z.ZodType,
): Record<number, Success> {
  if (successStatus === 204) return { 204: { description: 'Done.', headers: ['Cache-Control'] } };
  const description = method === 'GET' ? 'The result.' : CHANGED[successStatus];
  const answer = { description, content: { type: 'application/json', schema: output } };
  if (method === 'GET' && !noStore) {
    return {
      200: { ...answer, headers: ['Cache-Control', 'ETag'] },
      304: { description: 'Nothing has changed since the `ETag` in `If-None-Match`.', headers: ['Cache-Control', 'ETag'] },
    };
  }
  const headers: HeaderName[] = [
    'Cache-Control',
    ...(etag ? (['ETagOfChange'] as const) : []),
    ...(location ? (['Location'] as const) : []),
  ];
  return { [successStatus]: { ...answer, headers } };
}

function schemasOf(name: string): { input: z.ZodObject; output: z.ZodType } {
  const { inputs: [input = z.object({})] = [], output } = PROCEDURES.get(name) ?? {};
  if (!(input instanceof z.ZodObject) || !(output instanceof z.ZodType))
    throw new Error(`${name} needs Zod schemas for its input and its output`);
  return { input, output };
}

function only(schema: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => names.includes(name))));
}

function omit(schema: z.ZodObject, ...names: (string | readonly string[])[]): z.ZodObject {
  const unwanted = new Set(names.flat());
  return z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !unwanted.has(name))));
}
