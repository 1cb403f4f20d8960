import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import type { RateLimits } from '#server/auth/rate-limits.ts';
import { unauthenticated } from '#server/errors.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import type { Route } from '#server/http/routes.ts';
import { sendStream } from '#server/http/send-stream.ts';
import { FileNames, type ZipEntry, zipStream } from '#server/http/zip-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { OwnDataService } from './own-data.service.ts';

/** How long the download may take. */
const ARCHIVE_SECONDS = 2 * 60 * 60;

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  readonly ownData: OwnDataService;
  readonly blobs: BlobStore;
}

/** The route that sends a person everything that is stored about them as one zip archive, while it reads it. */
export function ownArchiveRoute(dependencies: Dependencies): Route {
  const handler: Route['handler'] = (request, response) => sendArchive(request, response, dependencies);
  return { method: 'get', path: '/me/archive', handler };
}

async function sendArchive(request: Request, response: Response, dependencies: Dependencies): Promise<void> {
  const { authenticator, limits, ownData } = dependencies;
  const actor = await authenticator.require(request.headers, { access: 'session', changes: false });
  const setHeaders = () => {
    response.setHeader('Content-Disposition', attachmentNamed('Lectern', '.zip'));
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Cache-Control', 'private, no-store');
  };
  if (request.method === 'HEAD') {
    setHeaders();
    return void response.end();
  }
  await using _ = await limits.takeTurn('archiveUnderWay', actor.userId);
  await limits.spend('archiveByAccount', actor.userId, response);
  await ownData.begin(actor);
  setHeaders();
  await sendStream(response, async (gone) => {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(ARCHIVE_SECONDS * 1000)]);
    return zipStream(entriesOf(actor, dependencies, signal), signal);
  });
}

/** The files of the archive. They fail when the actor's session ends. */
async function* entriesOf(
  actor: Actor,
  { authenticator, ownData, blobs }: Dependencies,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const names = new FileNames();
  const now = new Date();
  for await (const file of ownData.files(actor, (title) => `decks/${names.nameFor(title, '.stage')}`)) {
    const { name } = file;
    if (!(await authenticator.actorsOf([actor.credential])).has(actor.credential.id)) throw unauthenticated();
    if ('text' in file) {
      yield { name, modifiedAt: now, isCompressed: true, open: () => Readable.from(file.text, { objectMode: false }) };
    } else {
      const { sizeBytes: size, blobKey, createdAt: modifiedAt } = file.stored;
      yield { name, modifiedAt, size, isCompressed: false, open: () => blobs.read(blobKey, { offset: 0, length: size, signal }) };
    }
  }
}
