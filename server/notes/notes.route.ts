import type { Authenticator } from '#server/auth/authenticator.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { deckTargetSchema } from '#shared/decks.ts';
import type { NotesService } from './notes.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly notes: NotesService;
}

/** `GET /api/decks/:id/export/notes.md`: sends the notes as a download, so that browsers never show them under our own origin. */
export function notesExportRoute({ authenticator, notes }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/export/notes.md',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const { title, text } = await notes.markdown(actor, parsed(deckTargetSchema, request.params).id);
      response.setHeader('Content-Disposition', attachmentNamed(title, '.md'));
      response.setHeader('Content-Type', 'text/markdown; charset=utf-8');
      response.setHeader('Cache-Control', 'private, no-cache');
      response.send(text);
    },
  };
}
