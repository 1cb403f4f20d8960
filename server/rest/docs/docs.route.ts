import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { oas31 } from 'zod-openapi';
import type { Route } from '#server/http/routes.ts';
import { guidePage, referencePage } from './pages.ts';
import { referenceDocument } from './reference-document.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files that the pages load, by their names below `/api/docs/`. The colours are those of the application. */
const ASSETS: Readonly<Record<string, string>> = {
  'docs.css': path.join(import.meta.dirname, 'docs.css'),
  'reference.css': path.join(import.meta.dirname, 'reference.css'),
  'tokens.css': path.join(ROOT, 'web', 'theme', 'tokens.css'),
  'swagger-ui.css': path.join(SWAGGER_UI, 'swagger-ui.css'),
  'swagger-ui-bundle.js': path.join(SWAGGER_UI, 'swagger-ui-bundle.js'),
};

/**
 * Swagger UI sends a form field that was left empty as an empty value, unless its box "Send empty value" is cleared. No field
 * of this API takes an empty value, so the page has no such box, and empty fields are left out of the request.
 */
const REFERENCE = `SwaggerUIBundle({
  url: '/api/docs/reference.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
  syntaxHighlight: false,
  plugins: [{ components: { ParameterIncludeEmpty: () => null } }],
});
`;

const readDocs = (name: string): string => readFileSync(path.join(ROOT, 'docs', name), 'utf8');

/** Where the scripts of the pages are, for the content policy. */
export const DOCS_SCRIPTS = '/api/docs/';

/** `GET /api/docs`, a page that shows the document and sends requests, and `GET /api/docs/guide`. Both load only our own files. */
export function docsRoutes(): Route[] {
  const text = (at: string, type: string, content: string): Omit<Route, 'produces'> => ({
    method: 'get',
    path: at,
    handler: (_request, response) => void response.type(type).set('Cache-Control', 'public, max-age=300').send(content),
  });
  const page = (at: string, html: string): Route => ({ ...text(at, 'html', html), produces: 'text/html' });
  const asset = ([name, file]: readonly [string, string]): Route => ({
    method: 'get',
    path: `/docs/${name}`,
    handler: (_request, response, next) =>
      response.sendFile(file, { maxAge: '1h' }, (fault?: unknown) => fault !== undefined && next(fault)),
  });
  // The file that `npm run openapi` writes.
  const document = JSON.parse(readDocs('openapi.json')) as oas31.OpenAPIObject;
  return [
    page('/docs', referencePage()),
    page('/docs/guide', guidePage(readDocs('api.md'))),
    text('/docs/reference.js', 'text/javascript', REFERENCE),
    text('/docs/reference.json', 'application/json', JSON.stringify(referenceDocument(document))),
    ...Object.entries(ASSETS).map(asset),
  ];
}
