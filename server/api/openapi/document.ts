import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { Access } from '#server/auth/actor.ts';
import { errorEnvelopeSchema } from '#shared/errors.ts';
import { restProcedures } from '#server/api/rest-bridge.ts';
import { appRouter } from '#server/api/root.router.ts';
import { errorResponses } from './error-responses.ts';
import { rawPaths } from './raw-paths.ts';

type Document = ReturnType<typeof generateOpenApiDocument>;
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;

/**
 * The OpenAPI 3.1 document, from the contracts of the procedures and the descriptions of the raw routes.
 * The generator does the schemas; what it cannot know (status codes, our errors, `If-Match`) is put right here.
 */
export function openApiDocument(version: string): Document {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Lectern',
    version,
    description: 'Slide decks of a team: upload, find, play, annotate. The same service that the web application uses.',
    baseUrl: '/api',
    openApiVersion: '3.1.0',
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'lectern_session' } },
    defs: { Error: errorEnvelopeSchema },
    paths: rawPaths as ZodOpenApiPathsObject,
  });
  for (const { meta, rest } of restProcedures()) {
    const method = rest.method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete';
    const operation = document.paths?.[rest.path]?.[method];
    if (operation === undefined) throw new Error(`the generator left out ${rest.method} ${rest.path}`);
    correct(operation, { access: meta.access ?? 'admin', ...rest });
  }
  document.components = { ...document.components, headers: HEADERS, schemas: withoutGeneratorErrors(document) };
  return document;
}

const HEADERS = {
  RequestId: { description: 'Names this request in the server\'s log', schema: { type: 'string' as const } },
  RetryAfter: { description: 'Seconds after which it may be worth trying again', schema: { type: 'integer' as const } },
};

type Facts = ReturnType<typeof restProcedures>[number]['rest'] & { readonly access: Access };

function correct(operation: Operation, { access, method, successStatus = 200, ifMatch, errors = [] }: Facts): void {
  const success: unknown = operation.responses?.['200'];
  operation.security = access === 'public' ? [] : [{ session: [] }];
  operation.responses = {
    [String(successStatus)]: successStatus === 204 ? { description: 'Done' } : success,
    ...errorResponses({
      access,
      changes: method !== 'GET',
      takesJson: operation.requestBody !== undefined,
      takesInput: operation.requestBody !== undefined || (operation.parameters ?? []).length > 0,
      errors,
    }),
  };
  if (ifMatch) moveRevisionToHeader(operation);
}

/** The procedures take the expected revision as an input; the REST side takes it as the standard header. */
function moveRevisionToHeader(operation: Operation): void {
  const parameters = (operation.parameters ?? []).filter((parameter) => !('name' in parameter && parameter.name === 'ifRevision'));
  operation.parameters = [
    ...parameters,
    { name: 'If-Match', in: 'header', required: false, description: 'Revision that the change is based on, in quotes; `"0"`: there is none yet', schema: { type: 'string', pattern: '^"(0|[1-9][0-9]*)"$' } },
  ];
  const body: unknown = operation.requestBody;
  const properties = propertiesOf(body);
  if (properties) delete properties['ifRevision'];
}

function propertiesOf(requestBody: unknown): Record<string, unknown> | undefined {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema?: { properties?: Record<string, unknown> } }> };
  return content?.['application/json']?.schema?.properties;
}

/** The generator brings error shapes of its own, which we do not send. */
function withoutGeneratorErrors(document: Document) {
  const schemas = Object.entries(document.components?.schemas ?? {});
  return Object.fromEntries(schemas.filter(([name]) => !name.startsWith('error.')));
}
