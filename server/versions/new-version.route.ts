import type { Request } from 'express';
import type { DecksService } from '#server/decks/decks.service.ts';
import { type UploadDependencies, uploadRoute } from '#server/packages/upload.route.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { deckTargetSchema } from '#shared/decks.ts';
import type { VersionsService } from './versions.service.ts';

/** `POST /api/decks/:id/versions`: uploads a package that replaces the deck's current one. The link stays the same. */
export function newVersionRoute(versions: VersionsService, decks: DecksService, dependencies: UploadDependencies): Route {
  return uploadRoute(
    '/decks/:id/versions',
    {
      check: async (actor, request) => void (await decks.changeable(actor, deckIdOf(request))),
      take: (actor, request, upload) => versions.add(actor, deckIdOf(request), upload),
    },
    dependencies,
  );
}

function deckIdOf(request: Request): string {
  return parsed(deckTargetSchema, request.params).id;
}
