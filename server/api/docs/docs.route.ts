import { createRequire } from 'node:module';
import path from 'node:path';
import type { Route } from '#server/http/routes.ts';

const ASSETS = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Everything by its own file: the content policy allows no inline script. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lectern API</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** `GET /api/docs`: a page to read the document and try it, from our own files alone. */
export function docsRoutes(): Route[] {
  const text = (at: string, type: string, content: string): Route => ({
    method: 'get',
    path: at,
    handler: (_request, response) => void response.type(type).set('Cache-Control', 'public, max-age=300').send(content),
  });
  const asset = (file: string): Route => ({
    method: 'get',
    path: `/docs/${file}`,
    handler: (_request, response, next) =>
      response.sendFile(file, { root: ASSETS, maxAge: '1h' }, (fault?: unknown) => fault !== undefined && next(fault)),
  });
  return [
    text('/docs', 'html', PAGE),
    text('/docs/start.js', 'text/javascript', START),
    asset('swagger-ui.css'),
    asset('swagger-ui-bundle.js'),
  ];
}
