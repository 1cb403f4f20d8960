import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { ZipFile } from 'yazl';
import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { attachmentNamed, fileStem } from '#server/http/download-name.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendStream } from '#server/http/send-stream.ts';
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
  return sendStream(response, (signal) => Promise.resolve(new Archive(actor, packages, dependencies, signal).bytes()));
}

/** A zip archive of packages, which are archives themselves and so are not compressed again. */
class Archive {
  readonly #actor: Actor;
  readonly #dependencies: Dependencies;
  readonly #signal: AbortSignal;
  readonly #zip = new ZipFile();
  readonly #names = new Set<string>();

  constructor(actor: Actor, packages: readonly StoredPackage[], dependencies: Dependencies, signal: AbortSignal) {
    this.#actor = actor;
    this.#dependencies = dependencies;
    this.#signal = signal;
    for (const stored of packages) this.#add(stored);
  }

  /** The bytes, which fail if a package cannot be read or the actor has lost the right to it. */
  bytes(): Readable {
    const bytes = Readable.from(this.#zip.outputStream, { objectMode: false });
    this.#zip.on('error', (fault: Error) => bytes.destroy(fault));
    this.#zip.end();
    return bytes;
  }

  #add(stored: StoredPackage): void {
    const { title, sizeBytes, createdAt } = stored;
    const options = { compress: false, size: sizeBytes, mtime: createdAt };
    this.#zip.addReadStreamLazy(this.#nameFor(title), options, (give) => {
      this.#read(stored).then(
        (stream) => give(null, stream),
        (fault: unknown) => this.#zip.emit('error', fault),
      );
    });
  }

  /** Checks the right again: the packages before this one may have taken a long time. */
  async #read({ deckId, blobKey, sizeBytes }: StoredPackage): Promise<Readable> {
    const { decks, blobs } = this.#dependencies;
    await decks.readable(this.#actor, deckId);
    const stream = await blobs.read(blobKey, { offset: 0, length: sizeBytes, signal: this.#signal });
    this.#signal.addEventListener('abort', () => stream.destroy(), { once: true });
    return stream;
  }

  /** Names are different on file systems that ignore case, too. */
  #nameFor(title: string): string {
    const stem = fileStem(title);
    for (let nth = 1; ; nth += 1) {
      const name = nth === 1 ? `${stem}.stage` : `${stem} (${nth}).stage`;
      const folded = name.normalize('NFC').toLowerCase();
      if (this.#names.has(folded)) continue;
      this.#names.add(folded);
      return name;
    }
  }
}
