import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { appRouter } from '#server/rest/root.router.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';
import type { OperationFacts, Success } from './operation.ts';

/**
 * Paths and schemas as trpc-to-openapi reads them: of the procedures from the router's own contracts, of the raw routes from
 * their facts. It knows neither our statuses nor headers nor errors: `completeOperation` adds them.
 */
export function generatedDocument(raw: readonly OperationFacts[]): {
  readonly paths: oas31.PathsObject;
  readonly schemas: Record<string, oas31.SchemaObject | oas31.ReferenceObject>;
} {
  const { paths = {}, components } = generateOpenApiDocument(readable, {
    title: '',
    version: '',
    baseUrl: '',
    openApiVersion: '3.1.0',
    paths: pathsOf(raw),
    defs: NAMED_SCHEMAS,
  });
  // Its answers to errors are not ours.
  const ours = Object.entries(components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  return { paths, schemas: Object.fromEntries(ours) };
}

// Its types ask of a router's meta that it take any field; ours is closed.
const readable = appRouter as unknown as Parameters<typeof generateOpenApiDocument>[0];

function pathsOf(facts: readonly OperationFacts[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(facts, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, atPath]) => [path, Object.fromEntries(atPath.map((each) => [each.method, inputAndOutputOf(each)]))]),
  );
}

function inputAndOutputOf({ pathParameters, query, body, success }: OperationFacts): ZodOpenApiOperationObject {
  return {
    requestParams: { ...(pathParameters && { path: pathParameters }), ...(query && { query }) },
    ...(body && { requestBody: { required: true, content: { [body.type]: { schema: body.schema } } } }),
    responses: Object.fromEntries(
      Object.entries(success).map(([status, { description, content }]) => [
        status,
        { description, ...(content && { content: { [content.type]: { schema: content.schema ?? bytesOf(content) } } }) },
      ]),
    ),
  };
}

/** Text is text to a client, whatever its format; `format: binary` is what generators know files by. */
function bytesOf({ type }: NonNullable<Success['content']>): oas31.SchemaObject {
  return type.startsWith('text/') || type === 'image/svg+xml' ? { type: 'string' } : BINARY;
}

export const BINARY = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } as const;
