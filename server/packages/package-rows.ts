import { randomUUID } from 'node:crypto';
import type { packages, slides, versions } from '#drizzle/schema/index.ts';
import { keptManifest } from './kept-manifest.ts';
import type { StoredPackage } from './package-intake.ts';

/** The properties by which a slide is recognized in another version of its deck. */
export interface SlideIdentity {
  readonly manifestId: string;
  readonly digest: string;
}

/** The rows of a version without its deck. */
export interface VersionRows {
  readonly version: typeof versions.$inferInsert;
  readonly package: typeof packages.$inferInsert;
  readonly slides: (typeof slides.$inferInsert)[];
}

interface Placing {
  readonly deckId: string;
  readonly number: number;
  readonly createdById: string;
  readonly createdAt: Date;
  /** Keys by position. A slide without a key is new to the deck. */
  readonly slideKeys?: readonly (string | null)[];
}

/** The columns of a deck that describe its current version. */
export function currentColumns(version: Pick<VersionRows['version'], 'id' | 'fingerprint' | 'slideCount' | 'hasThumbnail'>) {
  const { id, fingerprint, slideCount, hasThumbnail } = version;
  return { currentVersionId: id, fingerprint, slideCount, hasThumbnail };
}

export function versionRows(stored: StoredPackage, { slideKeys = [], ...placing }: Placing): VersionRows {
  const { manifest, entries, hasThumbnail, fingerprint, sizeBytes, blobKey } = stored;
  const versionId = randomUUID();
  return {
    version: { ...placing, id: versionId, fingerprint, sizeBytes, blobKey, hasThumbnail, slideCount: manifest.slides.length },
    package: { versionId, manifest: keptManifest(manifest), entries },
    slides: slideIdentities(stored).map((identity, index) => ({
      ...identity,
      versionId,
      index,
      slideKey: slideKeys[index] ?? randomUUID(),
    })),
  };
}

/** The id of each slide in the manifest, and the checksum and size of its HTML, which are compared instead of the bytes. */
export function slideIdentities({ manifest, entries }: Pick<StoredPackage, 'manifest' | 'entries'>): SlideIdentity[] {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return manifest.slides.map(({ id, file }) => {
    const entry = byPath.get(file);
    return { manifestId: id, digest: entry ? `${entry.crc32.toString(16)}-${entry.size.toString(16)}` : '' };
  });
}
