import { type EntryRecord, type Manifest, openPackage, PackageError, thumbnailPath } from 'deck-format';
import { nodeEngine, openFileSource } from 'deck-format/node';
import type { PackageText } from '#shared/search.ts';
import type { ReadAnswer, ReadRequest } from './protocol.ts';
import { SlideTexts } from './slide-texts.ts';

/** What the service stores about a verified package. */
export interface VerifiedPackage {
  readonly manifest: Manifest;
  readonly entries: EntryRecord[];
  readonly hasThumbnail: boolean;
  /** The text of its slides. */
  readonly texts: readonly PackageText[];
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
    const texts = new SlideTexts(opened.manifest);
    const report = await opened.verify({ contents: texts });
    const entries = [...report.entries.values()];
    const hasThumbnail = thumbnailPath(opened) !== null;
    return { kind: 'verified', package: { manifest: opened.manifest, entries, hasThumbnail, texts: texts.found() } };
  } catch (error) {
    if (error instanceof PackageError) return { kind: 'refused', fault: error.details, message: error.message };
    throw error;
  }
}
