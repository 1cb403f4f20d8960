import type { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Access } from '#server/auth/actor.ts';
import type { Method } from '#server/http/routes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { errorResponses } from './error-responses.ts';
import { type HeaderName, headerReferences, type ParameterName, parameterReferences } from './headers.ts';

/** What comes back when all goes well, at one status. */
export interface Success {
  readonly description: string;
  /** None: no body. Bytes have a type and no schema. */
  readonly content?: { readonly type: string; readonly schema?: z.ZodType };
  readonly headers?: readonly HeaderName[];
}

/** All that the document says of one operation, whether a procedure or a raw route answers it. */
export interface OperationFacts {
  readonly operationId: string;
  readonly method: Method;
  /** Below `/api`, with `{name}` for path parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly tag: string;
  readonly access: Access;
  readonly pathParameters?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly headers?: readonly ParameterName[];
  readonly body?: { readonly type: 'application/json' | 'multipart/form-data'; readonly schema: z.ZodType } | undefined;
  readonly success: Readonly<Record<number, Success>>;
  /** Its own refusals, beside those of its kind. */
  readonly errors?: readonly ErrorCode[];
}

export function describeOperation(facts: OperationFacts): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, access, pathParameters, query, headers = [], body, success } = facts;
  const parameters = headers.length > 0 ? { parameters: parameterReferences(headers) } : {};
  const successes = Object.entries(success).map(([status, answer]) => [status, describeSuccess(answer, facts)] as const);
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: SECURITY[access],
    requestParams: { ...(pathParameters && { path: pathParameters }), ...(query && { query }) },
    ...parameters,
    ...(body && { requestBody: { required: true, content: { [body.type]: { schema: body.schema } } } }),
    responses: { ...errorResponses(facts), ...Object.fromEntries<object>(successes) },
  };
}

/** Any one of the schemes listed is enough. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  user: [{ session: [] }, { key: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

function describeSuccess({ description, content, headers = [] }: Success, { errors = [] }: OperationFacts) {
  const limited = errors.includes('RATE_LIMITED') ? (['RateLimit', 'RateLimit-Policy'] as const) : [];
  return {
    description,
    headers: headerReferences(['X-Request-Id', ...headers, ...limited]),
    ...(content && { content: { [content.type]: { schema: content.schema ?? BYTES } } }),
  };
}

const BYTES = { type: 'string' as const, contentMediaType: 'application/octet-stream' };
