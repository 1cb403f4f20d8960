import { manifestSchema } from 'deck-format';
import { createDocument, type oas31, type ZodOpenApiPathsObject } from 'zod-openapi';
import { accountOperations, serviceOperations } from './account-operations.ts';
import { errorExampleComponents, requestExample, responseExample } from './examples.ts';
import { HEADER_PARAMETERS, RESPONSE_HEADERS } from './headers.ts';
import { describeOperation, type OperationFacts } from './operation.ts';
import { packageOperations } from './package-operations.ts';
import { procedureOperations } from './procedure-operations.ts';
import { tidySchemas } from './tidy-schemas.ts';

/** Every operation of the REST side. */
export function operations(): OperationFacts[] {
  return [...procedureOperations(), ...packageOperations, ...accountOperations, ...serviceOperations];
}

/** The OpenAPI 3.1 document, from the contracts of the procedures and the descriptions of the raw routes. */
export function openApiDocument(version: string): oas31.OpenAPIObject {
  const facts = operations();
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: 'Lectern', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api', description: 'This server' }],
    tags: TAGS,
    paths: pathsOf(facts),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Manifest: manifestSchema },
      headers: RESPONSE_HEADERS,
      parameters: HEADER_PARAMETERS,
      examples: errorExampleComponents(),
    },
  });
  for (const each of facts) addExamples(document, each);
  tidySchemas(document.paths);
  tidySchemas(document.components?.schemas);
  return document;
}

function pathsOf(facts: readonly OperationFacts[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(facts, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, atPath]) => [path, Object.fromEntries(atPath.map((each) => [each.method, describeOperation(each)]))]),
  );
}

function addExamples(document: oas31.OpenAPIObject, { operationId, method, path }: OperationFacts): void {
  const operation = document.paths?.[path]?.[method];
  if (operation === undefined) throw new Error(`the generator left out ${operationId}`);
  for (const [status, response] of Object.entries<oas31.ResponseObject>(operation.responses ?? {})) {
    const json = response.content?.['application/json'];
    if (json && json.examples === undefined) Object.assign(json, responseExample(operationId, status));
  }
  const body =
    operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content['application/json'] : undefined;
  if (body) Object.assign(body, requestExample(operationId));
}

const SECURITY_SCHEMES: Record<string, oas31.SecuritySchemeObject> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'lectern_session',
    description:
      "A browser's session. Under https the cookie is called `__Host-lectern_session`. Changes must come from the service's own pages.",
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, made at `POST /keys` or on the account page: `Authorization: Bearer lectern_…`. With one the cookie is not looked at.',
  },
};

const TAGS: oas31.TagObject[] = [
  { name: 'Decks', description: 'Packages that were uploaded, each under one link' },
  { name: 'Versions', description: "A deck's content may be replaced, and brought back" },
  { name: 'Playback', description: 'Addresses under which decks play' },
  { name: 'Notes', description: "The team's notes on slides" },
  { name: 'Annotations', description: "The team's drawings on slides: any JSON" },
  { name: 'Accounts', description: 'Joining, signing in and out' },
  { name: 'API keys', description: 'For scripts; made and revoked by people at a browser' },
  { name: 'Invites', description: 'Who may join; for admins' },
  { name: 'Users', description: 'Who is there; for admins' },
  { name: 'Service', description: 'The service itself' },
];

const DESCRIPTION = `Slide decks of a team: upload, find, play, annotate. The web application uses this very service.

Bodies are JSON in UTF-8; fields that are not known are ignored. Instants are ISO 8601 in UTC with milliseconds, ids are opaque.
Every refusal is an \`Error\`; every response carries \`X-Request-Id\`. What answers to GET answers to HEAD. A method that an address
does not have is 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`.

\`docs/api.md\` in the repository is a guide with examples.`;
