import type { Logger } from 'pino';
import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError } from '#server/errors.ts';
import type { DiskReserve } from '#server/packages/disk-reserve.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { Export, ExportOptions } from '#shared/exports.ts';
import { serializeExport } from './exports.serializer.ts';
import type { ExportRow, ExportsRepo } from './exports.repo.ts';

interface Dependencies {
  readonly repo: ExportsRepo;
  readonly decks: DecksService;
  readonly blobs: Pick<BlobStore, 'delete'>;
  readonly disk: Pick<DiskReserve, 'hold'>;
  /** Whether there is a renderer, or will be one soon. */
  readonly hasRenderer: () => boolean;
  readonly log: Logger;
}

interface Target {
  readonly id: string;
  readonly exportId: string;
}

/** An exported file in the store. */
export interface ExportedFile {
  readonly title: string;
  readonly format: ExportOptions['format'];
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** Exports of decks. Anyone who can read a version can export it. Users see only their own exports. */
export class ExportsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND, NO_RENDERER, STORAGE_FULL, LIMIT_REACHED */
  async create(
    actor: Actor,
    { id, versionId, ...options }: { readonly id: string; readonly versionId?: string | undefined } & ExportOptions,
  ): Promise<Export> {
    const { repo, decks, disk, hasRenderer } = this.#dependencies;
    const deck = await decks.readable(actor, id);
    const version = await decks.version(deck, versionId);
    if (!hasRenderer()) throw noRenderer();
    // Refused now, because the job would only wait for space.
    using _space = await disk.hold(0);
    const { row, blobKeys } = await repo.add(deck, version, options);
    await this.#deleteBlobs(blobKeys);
    return serializeExport(row, id);
  }

  /** @throws AppError DECK_NOT_FOUND, EXPORT_NOT_FOUND */
  async get(actor: Actor, target: Target): Promise<Export> {
    const { row } = await this.#find(actor, target);
    return serializeExport(row, target.id);
  }

  /** @throws AppError DECK_NOT_FOUND, EXPORT_NOT_FOUND, EXPORT_NOT_READY */
  async file(actor: Actor, target: Target): Promise<ExportedFile> {
    const { title, row } = await this.#find(actor, target);
    const { options, blobKey, sizeBytes } = row;
    if (blobKey === null || sizeBytes === null)
      throw new AppError('EXPORT_NOT_READY', 'This export has no file: it is not done yet, or it has failed.');
    return { title, format: options.format, blobKey, sizeBytes };
  }

  /** Ends an export that is under way, and removes its file. @throws AppError DECK_NOT_FOUND, EXPORT_NOT_FOUND */
  async cancel(actor: Actor, { id, exportId }: Target): Promise<void> {
    const { repo, decks } = this.#dependencies;
    const blobKey = await repo.remove(await decks.readable(actor, id), exportId);
    if (blobKey === undefined) throw exportNotFound();
    if (blobKey !== null) await this.#deleteBlobs([blobKey]);
  }

  /** Removes the exports whose time is over. Several instances may run this. */
  async removeExpired(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const blobKeys = await this.#dependencies.repo.removeExpired();
      if (blobKeys === null) return;
      await this.#deleteBlobs(blobKeys);
    }
  }

  async #find(actor: Actor, { id, exportId }: Target): Promise<{ title: string; row: ExportRow }> {
    const { repo, decks } = this.#dependencies;
    const { title } = await decks.readable(actor, id);
    const row = await repo.find(id, actor.userId, exportId);
    if (row === null) throw exportNotFound();
    return { title, row };
  }

  /** The rows are deleted before the blobs. If a blob cannot be deleted now, the sweep deletes it later. */
  async #deleteBlobs(keys: readonly string[]): Promise<void> {
    const { blobs, log } = this.#dependencies;
    for (const key of keys) {
      await blobs
        .delete(key)
        .catch((err: unknown) => log.warn({ err }, 'an exported file could not be deleted; the sweep will delete it'));
    }
  }
}

/** Also for a file that was removed after its row was read. */
export function exportNotFound(): AppError {
  return new AppError('EXPORT_NOT_FOUND', 'You have no such export of this deck, or its time is over.');
}

function noRenderer(): AppError {
  return new AppError(
    'NO_RENDERER',
    'This server cannot export decks, because it has no browser that renders slides. An admin can install Google Chrome or Chromium, or set RENDERER_BROWSER.',
    // It looks for a browser once a minute.
    { retryAfterSeconds: 60 },
  );
}
