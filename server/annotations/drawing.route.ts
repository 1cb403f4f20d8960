import type { Authenticator } from '#server/auth/authenticator.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { drawingExportSchema } from '#shared/ink.ts';
import type { AnnotationsService } from './annotations.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly annotations: AnnotationsService;
}

/**
 * `GET /api/decks/:id/export/slides/:slideIndex.svg`: sends the drawing on a slide as a download. An SVG is a document that could run
 * scripts and load other files; its Content-Security-Policy forbids both.
 */
export function drawingExportRoute({ authenticator, annotations }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/export/slides/:slideIndex.svg',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const target = parsed(drawingExportSchema, { ...request.query, ...request.params });
      const { title, svg } = await annotations.svg(actor, target);
      response.setHeader('Content-Disposition', attachmentNamed(title, ` ${target.slideIndex + 1}.svg`));
      response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
      response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      response.setHeader('Cache-Control', 'private, no-cache');
      response.send(svg);
    },
  };
}
