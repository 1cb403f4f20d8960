import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import type { Access } from '#server/auth/actor.ts';
import { errorResponses } from './error-responses.ts';
import { requestExample, responseExample } from './examples.ts';
import { headerReferences, parameterReferences } from './headers.ts';
import type { OperationFacts, Success } from './operation.ts';

/** Parts that operations share, by the names in their references. */
export interface SharedParts {
  readonly schemas: Record<string, oas31.SchemaObject | oas31.ReferenceObject>;
  readonly responses: Record<string, oas31.ResponseObject>;
}

/** Completes an operation of which the generator has written only input and output. Adds shared parts to `shared`. */
export function completeOperation(
  generated: oas31.OperationObject,
  facts: OperationFacts,
  shared: SharedParts,
): oas31.OperationObject {
  const { operationId, summary, description, tag, access, headers = [] } = facts;
  const parameters = [...inputParameters(generated, facts), ...parameterReferences(headers)];
  const requestBody = requestBodyOf(generated, facts, shared);
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: SECURITY[access],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(generated, facts), ...errorResponses(facts, shared.responses) },
  };
}

/** One of the listed schemes is enough. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  user: [{ session: [] }, { key: [] }],
  account: [{ session: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

/** The field that the `If-Match` header replaces in REST. */
const REVISION = 'ifRevision';

/** Restores descriptions of optional parameters, which the generator loses. */
function inputParameters(operation: oas31.OperationObject, { pathParameters, query, body }: OperationFacts) {
  const known: Readonly<Record<string, z.ZodType>> = { ...pathParameters?.shape, ...query?.shape };
  const moved = body === undefined ? [] : parametersFromBody(operation, Object.keys(query?.shape ?? {}));
  return [...(operation.parameters ?? []), ...moved].flatMap((parameter) => {
    if (!('name' in parameter) || parameter.name === REVISION) return [];
    const { description = parameter.description } = known[parameter.name]?.meta() ?? {};
    return [{ ...parameter, ...(description !== undefined && { description }) }];
  });
}

/** The generator puts everything into the body of a request that has one. These members come in the query. */
function parametersFromBody({ requestBody }: oas31.OperationObject, names: readonly string[]): oas31.ParameterObject[] {
  const schema = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
  const members = schema === undefined || '$ref' in schema ? {} : (schema.properties ?? {});
  return names.flatMap((name) => {
    const member = members[name];
    return member === undefined ? [] : [{ in: 'query' as const, name, schema: member }];
  });
}

function requestBodyOf(
  { requestBody }: oas31.OperationObject,
  { operationId, query, body }: OperationFacts,
  { schemas }: SharedParts,
): oas31.RequestBodyObject | undefined {
  if (body === undefined || requestBody === undefined || !('content' in requestBody)) return undefined;
  const generated = requestBody.content[body.type]?.schema;
  if (generated === undefined) throw new Error(`the generator has no body for ${operationId}`);
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${body.type === 'application/json' ? 'Body' : 'Form'}`;
  schemas[name] = {
    ...withoutMembers(generated, [REVISION, ...Object.keys(query?.shape ?? {})]),
    ...(body.alwaysSend && { required: [...body.alwaysSend] }),
    description: `The body of \`${operationId}\`.`,
  };
  const schema = { $ref: `#/components/schemas/${name}` };
  return { required: body.optional !== true, content: { [body.type]: { schema, ...requestExample(operationId) } } };
}

function withoutMembers(
  schema: oas31.SchemaObject | oas31.ReferenceObject,
  names: readonly string[],
): oas31.SchemaObject | oas31.ReferenceObject {
  if ('$ref' in schema || schema.properties === undefined) return schema;
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !names.includes(name)));
  return { ...schema, properties };
}

function successes({ responses }: oas31.OperationObject, facts: OperationFacts): oas31.ResponsesObject {
  return Object.fromEntries(
    Object.entries(facts.success).map(([status, success]) => {
      // The generator puts the output of every procedure at 200.
      const generated: unknown = responses?.[status] ?? responses?.['200'];
      return [status, described(success, schemaOf(generated, success), facts, status)];
    }),
  );
}

function schemaOf(response: unknown, { content }: Success): oas31.SchemaObject | undefined {
  if (content === undefined) return undefined;
  return (response as oas31.ResponseObject | undefined)?.content?.[content.type]?.schema as oas31.SchemaObject | undefined;
}

function described(
  { description, content, headers = [] }: Success,
  schema: oas31.SchemaObject | undefined,
  { operationId, errors = [] }: OperationFacts,
  status: string,
): oas31.ResponseObject {
  const limited = errors.includes('RATE_LIMITED') ? (['RateLimit', 'RateLimit-Policy'] as const) : [];
  const example = content?.type === 'application/json' ? responseExample(operationId, status) : {};
  return {
    description,
    headers: headerReferences(['X-Request-Id', ...headers, ...limited]),
    ...(content && { content: { [content.type]: { ...(schema && { schema }), ...example } } }),
  };
}
