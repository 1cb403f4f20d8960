import type { Request, Response } from 'express';
import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendStream } from '#server/http/send-stream.ts';
import { FileNames, type ZipEntry, zipStream } from '#server/http/zip-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { deckArchiveQuery } from '#shared/decks.ts';
import type { DecksService, StoredPackage } from './decks.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly decks: DecksService;
  readonly blobs: BlobStore;
}

/** The route that sends several packages as one zip archive, while it reads them. */
export function deckArchiveRoute(dependencies: Dependencies): Route {
  const handler: Route['handler'] = (request, response) => sendArchive(request, response, dependencies);
  return { method: 'get', path: '/decks.zip', handler };
}

async function sendArchive(request: Request, response: Response, dependencies: Dependencies): Promise<void> {
  const { authenticator, decks } = dependencies;
  const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
  const { ids } = parsed(deckArchiveQuery, request.query);
  const packages = await decks.packages(actor, ids);
  response.setHeader('Content-Disposition', attachmentNamed('Decks', '.zip'));
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Cache-Control', 'private, no-store');
  if (request.method === 'HEAD') return void response.end();
  return sendStream(response, async (signal) => zipStream(entriesOf(actor, packages, dependencies, signal), signal));
}

/** The packages as files, each named after its deck. They fail if one cannot be read or the actor has lost the right to it. */
async function* entriesOf(
  actor: Actor,
  packages: readonly StoredPackage[],
  { decks, blobs }: Dependencies,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const names = new FileNames();
  for (const { deckId, title, sizeBytes: size, blobKey, createdAt: modifiedAt } of packages) {
    const open = async () => {
      // The packages before this one may have taken a long time.
      await decks.readable(actor, deckId);
      return blobs.read(blobKey, { offset: 0, length: size, signal });
    };
    yield { name: names.nameFor(title, '.stage'), modifiedAt, size, isCompressed: false, open };
  }
}
