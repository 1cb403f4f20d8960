import { createRequire } from 'node:module';
import path from 'node:path';
import { Router } from 'express';
import { unknownRoute } from '#server/http/envelope.ts';

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
export function docsPage(): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.type('html').send(PAGE));
  router.get('/start.js', (_request, response) => void response.type('text/javascript').send(START));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.get(`/${file}`, (_request, response, next) => response.sendFile(file, { root: ASSETS, maxAge: '1h' }, next));
  }
  router.use(unknownRoute);
  return router;
}
