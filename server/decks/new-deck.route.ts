import type { Route } from '#server/http/routes.ts';
import { type UploadDependencies, uploadRoute } from './upload.route.ts';
import type { UploadService } from './upload.service.ts';

/** `POST /api/decks`: a package comes in, a deck goes out. */
export function newDeckRoute(uploads: UploadService, dependencies: UploadDependencies): Route {
  return uploadRoute(
    '/decks',
    {
      check: () => Promise.resolve(),
      take: (actor, _request, staged, fields) => uploads.create(actor, staged, fields),
    },
    dependencies,
  );
}
