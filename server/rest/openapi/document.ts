import type { oas31 } from 'zod-openapi';
import { accountOperations, serviceOperations } from './account-operations.ts';
import { completeOperation, type SharedParts } from './complete-operation.ts';
import { errorExampleComponents } from './examples.ts';
import { generatedDocument } from './generated-paths.ts';
import { HEADER_PARAMETERS, RESPONSE_HEADERS } from './headers.ts';
import { MANIFEST_DESCRIPTIONS, PAYLOAD_SCHEMAS } from './named-schemas.ts';
import type { OperationFacts } from './operation.ts';
import { exportOperations } from './export-operations.ts';
import { packageOperations } from './package-operations.ts';
import { visitorOperations } from './visitor-operations.ts';
import { procedureOperations } from './procedure-operations.ts';
import { tidySchemas, withOneNameEach } from './tidy-schemas.ts';

const rawOperations = [
  ...packageOperations,
  ...exportOperations,
  ...visitorOperations,
  ...accountOperations,
  ...serviceOperations,
];

/** Every REST operation. */
export function operations(): OperationFacts[] {
  return [...procedureOperations(), ...rawOperations];
}

/** The OpenAPI 3.1 document. It is built from the contracts of the procedures and the descriptions of the raw routes. */
export function openApiDocument(version: string): oas31.OpenAPIObject {
  const generated = generatedDocument(rawOperations);
  const shared: SharedParts = { schemas: { ...generated.schemas, ...PAYLOAD_SCHEMAS }, responses: {} };
  describeManifest(shared.schemas);
  const paths = pathsOf(generated.paths, shared);
  const document: oas31.OpenAPIObject = {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this server' },
    },
    servers: [{ url: '/api', description: 'This server' }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.fromEntries(Object.entries(shared.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: shared.responses,
      headers: RESPONSE_HEADERS,
      parameters: HEADER_PARAMETERS,
      examples: errorExampleComponents(),
    },
  };
  tidySchemas(document.paths);
  tidySchemas(document.components?.schemas);
  return withOneNameEach(document);
}

function pathsOf(generated: oas31.PathsObject, shared: SharedParts): oas31.PathsObject {
  const paths: oas31.PathsObject = {};
  for (const facts of operations()) {
    const { operationId, method, path } = facts;
    const operation = generated[path]?.[method];
    if (operation === undefined) throw new Error(`the generator left out ${operationId}`);
    paths[path] = { ...paths[path], [method]: completeOperation(operation, facts, shared) };
  }
  return paths;
}

function describeManifest(schemas: SharedParts['schemas']): void {
  for (const [name, { of, fields }] of Object.entries(MANIFEST_DESCRIPTIONS)) {
    const schema = schemas[name];
    if (schema === undefined || '$ref' in schema) throw new Error(`there is no schema ${name}`);
    const { properties = {} } = schema;
    for (const [field, description] of Object.entries(fields)) properties[field] = { ...properties[field], description };
    schemas[name] = { ...schema, description: of };
  }
}

const SECURITY_SCHEMES: Record<string, oas31.SecuritySchemeObject> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'lectern_session',
    description:
      "The cookie of a browser's session. Under https its name is `__Host-lectern_session`. Changes with the cookie are accepted only from the service's own pages, so programs use an API key.",
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, created on the account page: `Authorization: Bearer lectern_…`. When it is sent, the cookie is ignored.',
  },
};

/** Operations and tags together are fewer than 150: Swagger UI puts longer lists into the page only as far as they are on screen, where browsers find nothing. */
const TAGS: oas31.TagObject[] = [
  { name: 'Decks', description: 'Uploaded decks. The link to a deck is the same for all its versions.' },
  { name: 'Versions', description: 'The content of a deck can be replaced and restored.' },
  { name: 'People of a deck', description: 'The people with whom a deck is shared by name.' },
  { name: 'Collections', description: 'Collections of decks, of one person or of the team. They give no rights to decks.' },
  { name: 'Trash', description: 'Deleted decks. They can be restored until they are deleted for good.' },
  { name: 'Links', description: 'Links that let anyone who has one see a deck, without an account.' },
  { name: 'Questions', description: 'What people who follow a talk ask its presenter.' },
  { name: 'Visitors', description: 'What the pages of visitors ask for. The token of a link is the right to see its deck.' },
  { name: 'Playback', description: 'Addresses at which decks play.' },
  { name: 'Slides', description: 'The slides of a deck, with pictures.' },
  { name: 'Exports', description: 'Decks as files that the server makes.' },
  { name: 'Notes', description: 'Notes on slides. All users who can see the deck share them.' },
  { name: 'Annotations', description: 'Drawings on slides, or any other JSON that a program stores there.' },
  { name: 'Accounts', description: 'Joining, signing in and out, and your own account.' },
  { name: 'API keys', description: 'Keys for programs. Users create and revoke them in a browser.' },
  { name: 'Invites', description: 'Invites for new users. For admins.' },
  { name: 'Users', description: 'All users. For admins.' },
  { name: 'Audit', description: 'Events about accounts, rights and decks. For admins.' },
  { name: 'Service', description: 'The service itself and its documentation.' },
];

const DESCRIPTION = `Upload slide decks, find them, play them, and work on their notes and drawings. The web application uses the same service.

- Programs send an API key: \`Authorization: Bearer lectern_…\`.
- Bodies are JSON in UTF-8. Unknown fields are ignored. A later version may add fields and error codes.
- Times are ISO 8601 in UTC with milliseconds. Ids are opaque strings.
- Every error has the body \`Error\`. Every response has \`X-Request-Id\`.
- Every address that supports GET supports HEAD. Other methods give 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`.
  \`OPTIONS\` gives 204 with the same list.

The [guide](/api/docs/guide) shows how to use it, with examples in three languages.`;
