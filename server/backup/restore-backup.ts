import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ownLevel } from '#server/db/levels.ts';
import { migrateDatabase, migrateTo } from '#server/db/migrate.ts';
import { Hashing } from '#server/db/whole-database.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { openDiskBlobReader } from '#server/storage/disk-blob-store.ts';
import type { BackupRepo } from './backup.repo.ts';
import { copyBlob } from './blob-copy.ts';
import { readManifest } from './make-backup.ts';
import { BackupError, type Manifest } from './snapshot.ts';

interface Target {
  /** Of PostgreSQL itself, not of a pooler. */
  readonly url: string;
  readonly repo: BackupRepo;
  readonly blobs: Pick<BlobStore, 'putFile'>;
  /** A directory for blobs on their way, on the disk of the store. */
  readonly scratch: string;
}

export interface RestoreReport {
  readonly createdAt: string;
  readonly rows: number;
  readonly blobs: number;
  /** The secret of the instance that was backed up. */
  readonly secret: string;
}

/**
 * Restores a snapshot into an empty database and a store. Blobs come first: after a failure the database is still empty, and restoring again goes on. Every digest
 * is compared. The tables are then brought up to date.
 *
 * @throws BackupError when the database is not empty, or the snapshot is damaged or of a newer version
 */
export async function restoreBackup(directory: string, name: string, target: Target): Promise<RestoreReport> {
  const { repo, url } = target;
  const manifest = await readManifest(directory, name);
  if (manifest.level > ownLevel())
    throw new BackupError(
      `The backup was made by Lectern ${manifest.version}, which is newer than this one: install that version first.`,
    );
  if (!(await repo.isEmpty()))
    throw new BackupError('The database is not empty. Restore into an empty one: a new DATA_DIR, or a new DATABASE_URL.');
  await restoreBlobs(directory, manifest, target);
  await migrateTo(url, manifest.level);
  await restoreRows(path.join(directory, 'snapshots', name, 'tables'), manifest, repo);
  await migrateDatabase({ url, log: () => undefined });
  const secret = (await readFile(path.join(directory, 'snapshots', name, 'auth-secret'), 'utf8')).trim();
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { createdAt: manifest.createdAt, rows, blobs: manifest.blobs.length, secret };
}

async function restoreBlobs(directory: string, { blobs }: Manifest, { blobs: to, scratch }: Target): Promise<void> {
  const from = openDiskBlobReader(path.join(directory, 'blobs'));
  for (const { key, size, sha256 } of blobs) {
    const found = await copyBlob({ from, to, key, size, scratch, expected: sha256 });
    if (found !== sha256)
      throw new BackupError(
        `The blob ${key} of the backup is damaged: restore an earlier snapshot or another copy of the backup.`,
      );
  }
}

function restoreRows(tables: string, manifest: Manifest, repo: BackupRepo): Promise<void> {
  return repo.atomically(() =>
    repo.withoutReferences(manifest.tables, async () => {
      for (const table of manifest.tables) {
        const hash = new Hashing();
        const file = createReadStream(path.join(tables, `${table.name}.copy.gz`));
        await pipeline(file, createGunzip(), hash, await repo.copyIn(table));
        if (hash.digest() !== table.sha256)
          throw new BackupError(
            `The rows of ${table.name} in the backup are damaged: restore an earlier snapshot or another copy of the backup.`,
          );
      }
      await repo.setSequences(manifest.sequences);
    }),
  );
}
