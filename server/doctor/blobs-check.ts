import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { inBatches } from '#server/storage/batches.ts';
import type { BlobEntry, BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError, BlobSizeError, reasonOf, StorageError } from '#server/storage/storage-errors.ts';
import { BLOB_KINDS, type BlobRow, type DoctorRepo } from './doctor.repo.ts';
import { type Check, checked, counted, fault, type Finding, Tally, warning } from './report.ts';

/** How many blobs are read at the same time. */
const READS = 8;
/** Uploads store their blob before its row, and the server removes unused blobs after an hour. */
const GRACE_MILLISECONDS = 2 * 60 * 60 * 1000;
/** As in the sweep of unused blobs: it removes nothing if it would remove more than this share, and more than a few. */
const SWEEP_SHARE = 0.1;
const SWEEP_FEW = 3;

interface Examined {
  readonly repo: Pick<DoctorRepo, 'blobRows' | 'isUsed' | 'sizesOf'>;
  readonly blobs: Pick<BlobStore, 'list' | 'read'>;
  /** How people find a blob in the store. */
  readonly placeOf: (key: string) => string;
}

type State = 'whole' | 'missing' | 'short' | 'changed' | 'unreadable';

/**
 * Compares every row that refers to a blob with that blob. Rows that are deleted in the meantime do not count.
 *
 * @param readsAll whether the digests of packages are computed, which reads every byte. Otherwise only the last byte of each blob is read
 */
export async function checkBlobs({ repo, blobs, placeOf }: Examined, readsAll: boolean): Promise<Check> {
  const found: Record<Exclude<State, 'whole'>, Tally> = {
    missing: new Tally(),
    short: new Tally(),
    changed: new Tally(),
    unreadable: new Tally(),
  };
  let [count, bytes] = [0, 0];
  const limit = pLimit(READS);
  for (const kind of BLOB_KINDS) {
    for (let after = ''; ;) {
      const rows = await repo.blobRows(kind, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.key;
      const states = await limit.map(rows, (row) => stateOf(blobs, row, readsAll));
      for (const [at, row] of rows.entries()) {
        const state = states[at] ?? 'whole';
        count += 1;
        bytes += row.leastBytes;
        if (state === 'whole' || !(await repo.isUsed(row.key))) continue;
        found[state].add(`“${row.title}”, version ${row.versionNumber} (deck ${row.deckId}), ${kind}: ${placeOf(row.key)}`);
      }
    }
  }
  const summary = `${counted(count, 'file')} of rows, ${bytes} bytes${readsAll ? ', every byte of packages read' : '; contents not read (--quick)'}`;
  return checked('Files', summary, blobFindings(found));
}

const COPY =
  'Copy them from a backup: its folder `blobs` is laid out as the one of a store on disk. Otherwise upload the decks again, or delete them.';

function blobFindings({ missing, short, changed, unreadable }: Record<Exclude<State, 'whole'>, Tally>): Finding[] {
  const findings: Finding[] = [];
  if (missing.count > 0) findings.push(fault(`${counted(missing.count, 'file')} missing in the store.`, COPY, missing.examples));
  if (short.count > 0)
    findings.push(fault(`${counted(short.count, 'file')} shorter than the row says, so truncated.`, COPY, short.examples));
  if (changed.count > 0)
    findings.push(
      fault(`${counted(changed.count, 'file')} with another SHA-256 than at the upload, so damaged.`, COPY, changed.examples),
    );
  if (unreadable.count > 0)
    findings.push(
      fault(
        `${counted(unreadable.count, 'file')} that cannot be read.`,
        'Check the disk, and that the files belong to the user of the server; for S3, the rights to read objects.',
        unreadable.examples,
      ),
    );
  return findings;
}

async function stateOf(blobs: Examined['blobs'], row: BlobRow, readsAll: boolean): Promise<State> {
  const { key, sha256, leastBytes: length } = row;
  try {
    if (sha256 !== null && readsAll) return (await digestOf(blobs, key, length)) === sha256 ? 'whole' : 'changed';
    const offset = Math.max(0, length - 1);
    for await (const _ of await blobs.read(key, { offset, length: length - offset }));
    return 'whole';
  } catch (error) {
    if (error instanceof BlobNotFoundError) return 'missing';
    if (error instanceof BlobSizeError) return 'short';
    if (error instanceof StorageError) return 'unreadable';
    throw error;
  }
}

async function digestOf(blobs: Examined['blobs'], key: string, length: number): Promise<string> {
  const hash = createHash('sha256');
  const bytes: AsyncIterable<Uint8Array> = await blobs.read(key, { offset: 0, length });
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

/** Finds blobs that no row refers to, and blobs that are longer than their row says. */
export async function checkStoredBlobs({ repo, blobs, placeOf }: Examined, now = new Date()): Promise<Check> {
  const [unused, long] = [new Tally(), new Tally()];
  let [listed, used, unusedBytes] = [0, 0, 0];
  const before = new Date(now.getTime() - GRACE_MILLISECONDS);
  const isUnused = async ({ key, modifiedAt }: BlobEntry) => modifiedAt < before && !(await repo.isUsed(key));
  try {
    for await (const batch of inBatches(blobs.list())) {
      listed += batch.length;
      const sizes = await repo.sizesOf(batch.map(({ key }) => key));
      used += sizes.size;
      for (const entry of batch) {
        const [place, expected] = [placeOf(entry.key), sizes.get(entry.key)];
        if (typeof expected === 'number' && entry.size > expected)
          long.add(`${place}: ${entry.size} bytes instead of ${expected}`);
        if (expected !== undefined || !(await isUnused(entry))) continue;
        unused.add(place);
        unusedBytes += entry.size;
      }
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const remedy = 'Check the directory of the store; for S3, the right to list the bucket (s3:ListBucket).';
    return checked('Unused files', 'the files could not be listed', [fault(`${reasonOf(error)}.`, remedy)]);
  }
  const findings: Finding[] = [];
  if (long.count > 0) findings.push(fault(`${counted(long.count, 'file')} longer than the row says.`, COPY, long.examples));
  if (unused.count > 0) findings.push(unusedFinding(unused, { listed, used, bytes: unusedBytes }));
  return checked('Unused files', `${counted(listed, 'file')} in the store, ${unused.count} unused`, findings);
}

function unusedFinding(
  { count, examples }: Tally,
  { listed, used, bytes }: Record<'listed' | 'used' | 'bytes', number>,
): Finding {
  const what = `${counted(count, 'file')} with ${bytes} bytes that no row refers to.`;
  if (used > 0 && count <= Math.max(SWEEP_FEW, Math.floor(listed * SWEEP_SHARE)))
    return warning(what, 'Nothing: the server removes them within an hour while it runs.', examples);
  return fault(
    what,
    'These are so many that the server does not remove them: the database and the store may not belong together. Check DATA_DIR, DATABASE_URL and S3_BUCKET. If they are right, remove the files by hand after a backup.',
    examples,
  );
}
