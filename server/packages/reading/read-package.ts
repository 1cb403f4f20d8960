import { type EntryRecord, type Manifest, openPackage, PackageError, thumbnailPath } from 'deck-format';
import { nodeEngine, openFileSource } from 'deck-format/node';
import type { ReadAnswer, ReadRequest } from './protocol.ts';

/** What the service stores about a verified package. */
export interface VerifiedPackage {
  readonly manifest: Manifest;
  readonly entries: EntryRecord[];
  readonly hasThumbnail: boolean;
}

/**
 * Opens a file as a package and verifies every byte of it. If the package is refused, the function returns this and does not throw.
 *
 * @throws errors of the file system
 */
export async function readPackage({ path, maxBytes }: ReadRequest): Promise<ReadAnswer> {
  await using source = await openFileSource(path);
  try {
    const opened = await openPackage(source, { ...nodeEngine, limits: { archiveBytes: maxBytes } });
    const report = await opened.verify();
    const entries = [...report.entries.values()];
    return { kind: 'verified', package: { manifest: opened.manifest, entries, hasThumbnail: thumbnailPath(opened) !== null } };
  } catch (error) {
    if (error instanceof PackageError) return { kind: 'refused', fault: error.details, message: error.message };
    throw error;
  }
}
