import { type EntryRecord, type Manifest, openPackage, PackageError, thumbnailPath } from 'deck-format';
import { nodeEngine, openFileSource } from 'deck-format/node';
import { AppError } from '#server/errors.ts';

/** What the service keeps of a package that was found good. */
export interface VerifiedPackage {
  readonly manifest: Manifest;
  readonly entries: EntryRecord[];
  readonly hasThumbnail: boolean;
}

/**
 * Opens an uploaded file as a package and verifies every byte of it.
 *
 * @throws AppError INVALID_PACKAGE, INVALID_MANIFEST or UNSAFE_PATH, in words for the deck's author
 */
export async function readPackage(path: string, maxBytes: number): Promise<VerifiedPackage> {
  await using source = await openFileSource(path);
  try {
    const opened = await openPackage(source, { ...nodeEngine, limits: { archiveBytes: maxBytes } });
    const report = await opened.verify();
    return { manifest: opened.manifest, entries: [...report.entries.values()], hasThumbnail: thumbnailPath(opened) !== null };
  } catch (fault) {
    throw fault instanceof PackageError ? toAppError(fault) : fault;
  }
}

function toAppError({ code, message, details }: PackageError): AppError {
  switch (details.code) {
    case 'E_BAD_MANIFEST':
    case 'E_UNSUPPORTED_SCHEMA':
      return new AppError('INVALID_MANIFEST', message, { reason: code, issues: details.issues });
    case 'E_PATH_TRAVERSAL':
      return new AppError('UNSAFE_PATH', message, { reason: code, path: details.path });
    default:
      return new AppError('INVALID_PACKAGE', message, { reason: code });
  }
}
