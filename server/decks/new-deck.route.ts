import type { Route } from '#server/http/routes.ts';
import { type UploadDependencies, uploadRoute } from '#server/packages/upload.route.ts';
import type { NewDeckService } from './new-deck.service.ts';

/** `POST /api/decks`: uploads a package as a new deck. */
export function newDeckRoute(newDecks: NewDeckService, dependencies: UploadDependencies): Route {
  return uploadRoute(
    '/decks',
    {
      check: () => Promise.resolve(),
      take: (actor, _request, upload) => newDecks.create(actor, upload),
    },
    dependencies,
  );
}
