import { z } from 'zod';
import { PROCEDURES, restProcedures } from '#server/api/procedures.ts';
import type { RestMeta } from '#server/api/trpc.ts';
import type { Method } from '#server/http/routes.ts';
import type { HeaderName, ParameterName } from './headers.ts';
import type { OperationFacts, Success } from './operation.ts';

/** The operations that are procedures, as their contracts say. */
export function procedureOperations(): OperationFacts[] {
  return restProcedures().map(({ name, meta, rest }) => {
    const { input, output } = schemasOf(name);
    const operationId = operationIdOf(name);
    const method = rest.method.toLowerCase() as Method;
    const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const others = omit(input, [...inPath, 'ifRevision']);
    const takesBody = method === 'post' || method === 'put' || method === 'patch';
    const takesOthers = Object.keys(others.shape).length > 0;
    return {
      operationId,
      method,
      path: rest.path,
      summary: rest.summary,
      tag: rest.tags[0] ?? '',
      access: meta.access ?? 'admin',
      pathParameters: inPath.length > 0 ? omit(input, Object.keys(others.shape), 'ifRevision') : undefined,
      query: !takesBody && takesOthers ? others : undefined,
      body:
        takesBody && takesOthers
          ? { type: 'application/json', schema: others.meta({ id: `${capitalized(operationId)}Body` }) }
          : undefined,
      headers: headersOf(rest),
      success: successOf(rest, output),
      errors: [...(rest.errors ?? []), ...(takesBody ? BODY_ERRORS : [])],
    };
  });
}

/** Also where a body is not asked for: one that is sent is read. */
const BODY_ERRORS = ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** `decks.list` becomes `listDecks`, `notes.set` `setNote`, `sessions.endOther` `endOtherSessions`: what generated clients call their functions. */
export function operationIdOf(procedure: string): string {
  const [noun = '', verb = ''] = procedure.split('.');
  const isAboutMany = verb === 'list' || verb.endsWith('Other');
  return `${verb}${capitalized(isAboutMany ? noun : noun.replace(/s$/, ''))}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function headersOf({ method, ifMatch, noStore }: RestMeta): ParameterName[] {
  if (ifMatch) return ['IfMatch'];
  return method === 'GET' && !noStore ? ['IfNoneMatch'] : [];
}

function successOf(
  { method, summary, successStatus = 200, ifMatch, noStore }: RestMeta,
  output: z.ZodType,
): Record<number, Success> {
  if (successStatus === 204) return { 204: { description: 'Done', headers: ['Cache-Control'] } };
  const description = method === 'GET' ? summary : successStatus === 201 ? 'What was made' : 'As it is now';
  const answer = { description, content: { type: 'application/json', schema: output } };
  if (method === 'GET' && !noStore) {
    return {
      200: { ...answer, headers: ['Cache-Control', 'ETag'] },
      304: { description: 'Still the same', headers: ['Cache-Control', 'ETag'] },
    };
  }
  const headers: HeaderName[] = ifMatch ? ['Cache-Control', 'Revision'] : ['Cache-Control'];
  return { [successStatus]: { ...answer, headers } };
}

function schemasOf(name: string): { input: z.ZodObject; output: z.ZodType } {
  const { inputs: [input = z.object({})] = [], output } = PROCEDURES.get(name) ?? {};
  if (!(input instanceof z.ZodObject) || !(output instanceof z.ZodType))
    throw new Error(`${name} says not what it takes and gives`);
  return { input, output };
}

function omit(schema: z.ZodObject, ...names: (string | readonly string[])[]): z.ZodObject {
  const unwanted = new Set(names.flat());
  return z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !unwanted.has(name))));
}
