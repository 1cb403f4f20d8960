import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Hashing, type SequenceValue } from '#server/db/whole-database.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { openDiskBlobStore } from '#server/storage/disk-blob-store.ts';
import { BlobNotFoundError, BlobSizeError } from '#server/storage/storage-errors.ts';
import type { BackupRepo } from './backup.repo.ts';
import { copyBlob } from './blob-copy.ts';
import { BackupError, type BlobRecord, type Manifest, manifestSchema, type TableEntry } from './snapshot.ts';

const UNFINISHED = '.unfinished';
const SECRET_MODE = 0o600;

export interface BackupSource {
  readonly repo: BackupRepo;
  /** The store of the server, which may be in use. */
  readonly blobs: Pick<BlobStore, 'list' | 'read'>;
  readonly secret: string;
  readonly version: string;
  /** Ends the backup. What it has written of the snapshot is then removed. */
  readonly signal?: AbortSignal;
}

export interface BackupReport {
  /** The name of the snapshot. */
  readonly name: string;
  readonly rows: number;
  readonly blobs: number;
  /** How many of the blobs were copied now. The others were in the directory already. */
  readonly copied: number;
  /** Bytes that were copied. */
  readonly copiedBytes: number;
  /** Keys that rows refer to, but that the store does not have. */
  readonly missing: readonly string[];
}

/**
 * Adds a snapshot to the directory while the server works. It is there completely or not at all. The rows are those of one moment; blobs that rows of
 * that moment refer to are not deleted until the end. Blobs that an earlier snapshot has are not copied again.
 *
 * @throws BackupError when another backup is running
 */
export async function makeBackup(
  directory: string,
  { repo, blobs, secret, version, signal }: BackupSource,
  now = new Date(),
): Promise<BackupReport> {
  if (!(await repo.lock())) throw new BackupError('Another backup is running. Wait until it has ended.');
  await mkdir(path.join(directory, 'snapshots'), { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const pool = await openDiskBlobStore(path.join(directory, 'blobs'));
  await removeUnfinished(directory);
  const name = now.toISOString().replaceAll(':', '-');
  const target = path.join(directory, 'snapshots', name);
  const unfinished = `${target}${UNFINISHED}`;
  try {
    await mkdir(path.join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
    const { keys, ...database } = await copyDatabase(repo, unfinished, signal);
    const stored = await copyBlobs(keys, { directory, from: blobs, to: pool, signal });
    const manifest: Manifest = { format: 1, version, createdAt: now.toISOString(), ...database, blobs: stored.blobs };
    await writeDurably(path.join(unfinished, 'auth-secret'), secret);
    await writeDurably(path.join(unfinished, 'manifest.json'), JSON.stringify(manifest));
    await rename(unfinished, target);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { name, rows, ...stored, blobs: stored.blobs.length };
  } finally {
    pool.close();
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The names of the complete snapshots, oldest first. */
export async function snapshotsIn(directory: string): Promise<string[]> {
  const names = await readdir(path.join(directory, 'snapshots')).catch(() => []);
  return names.filter((name) => !name.endsWith(UNFINISHED)).toSorted();
}

/** Removes what backups that were killed have left. The caller holds the lock, so none is running. */
async function removeUnfinished(directory: string): Promise<void> {
  const folder = path.join(directory, 'snapshots');
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** @throws BackupError when the snapshot is not there or not readable */
export async function readManifest(directory: string, name: string): Promise<Manifest> {
  const file = path.join(directory, 'snapshots', name, 'manifest.json');
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new BackupError(`${file} is missing or damaged: choose another snapshot.`, { cause });
  }
}

/** Removes all snapshots but the newest `keep`, and the blobs that only they have. Returns the number of removed snapshots. */
export async function pruneBackups(directory: string, keep: number): Promise<number> {
  const names = await snapshotsIn(directory);
  const old = names.slice(0, Math.max(0, names.length - keep));
  if (old.length === 0) return 0;
  const needed = new Set<string>();
  for (const name of names.slice(old.length)) for (const { key } of (await readManifest(directory, name)).blobs) needed.add(key);
  for (const name of old) await rm(path.join(directory, 'snapshots', name), { recursive: true, force: true });
  const pool = await openDiskBlobStore(path.join(directory, 'blobs'));
  for await (const { key } of pool.list()) if (!needed.has(key)) await pool.delete(key);
  pool.close();
  return old.length;
}

type CopiedDatabase = Pick<Manifest, 'level' | 'tables'> & { sequences: SequenceValue[]; keys: Set<string> };

function copyDatabase(repo: BackupRepo, target: string, signal: AbortSignal | undefined): Promise<CopiedDatabase> {
  return repo.atOneMoment(async () => {
    const tables: TableEntry[] = [];
    for (const table of await repo.tables()) {
      const hash = new Hashing();
      const file = path.join(target, 'tables', `${table.name}.copy.gz`);
      const written = createWriteStream(file, { mode: SECRET_MODE, flush: true });
      await pipeline(await repo.copyOut(table), hash, createGzip(), written, { ...(signal && { signal }) });
      tables.push({ ...table, rows: hash.lines, sha256: hash.digest() });
    }
    return { level: await repo.level(), tables, sequences: [...(await repo.sequences())], keys: await repo.blobKeys() };
  });
}

interface BlobCopies {
  readonly directory: string;
  readonly from: Pick<BlobStore, 'list' | 'read'>;
  readonly to: BlobStore;
  readonly signal: AbortSignal | undefined;
}

async function copyBlobs(keys: ReadonlySet<string>, { directory, from, to, signal }: BlobCopies) {
  const known = await recordsOf(directory);
  const scratch = new DiskLayout(path.join(directory, 'blobs')).temporary;
  const there = new Map<string, number>();
  for await (const { key, size } of to.list()) there.set(key, size);
  const sizes = new Map<string, number>();
  if (keys.size > 0) for await (const { key, size } of from.list()) if (keys.has(key)) sizes.set(key, size);
  const blobs: BlobRecord[] = [];
  const missing: string[] = [];
  let [copied, copiedBytes] = [0, 0];
  for (const key of keys) {
    signal?.throwIfAborted();
    const record = known.get(key);
    if (record !== undefined && there.get(key) === record.size) {
      blobs.push(record);
      continue;
    }
    const size = sizes.get(key);
    const sha256 = size === undefined ? null : await copyBlob({ from, to, key, size, scratch, signal }).catch(ifMissing);
    if (size === undefined || sha256 === null) {
      missing.push(key);
      continue;
    }
    blobs.push({ key, size, sha256 });
    copied += 1;
    copiedBytes += size;
  }
  return { blobs, copied, copiedBytes, missing };
}

function ifMissing(fault: unknown): null {
  if (fault instanceof BlobNotFoundError || fault instanceof BlobSizeError) return null;
  throw fault;
}

/** What earlier snapshots know of the blobs in the directory. A blob never changes. */
async function recordsOf(directory: string): Promise<Map<string, BlobRecord>> {
  const records = new Map<string, BlobRecord>();
  for (const name of await snapshotsIn(directory))
    for (const record of (await readManifest(directory, name)).blobs) records.set(record.key, record);
  return records;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', SECRET_MODE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
