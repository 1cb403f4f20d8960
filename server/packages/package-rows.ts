import { randomUUID } from 'node:crypto';
import type { packages, slides, versions } from '#drizzle/schema/index.ts';
import { keptManifest } from './kept-manifest.ts';
import type { StoredPackage } from './package-intake.ts';

/** What makes a slide the same slide in another version of its deck. */
export interface SlideIdentity {
  readonly manifestId: string;
  readonly digest: string;
}

/** The rows that one version consists of, apart from its deck. */
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
  /** By position; where there is none the slide is new to the deck. */
  readonly slideKeys?: readonly (string | null)[];
}

/** What a deck row says of its current version. */
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

/** Each slide's id as the manifest gives it, and checksum and size of its HTML, which stand for its bytes. */
export function slideIdentities({ manifest, entries }: Pick<StoredPackage, 'manifest' | 'entries'>): SlideIdentity[] {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return manifest.slides.map(({ id, file }) => {
    const entry = byPath.get(file);
    return { manifestId: id, digest: entry ? `${entry.crc32.toString(16)}-${entry.size.toString(16)}` : '' };
  });
}
