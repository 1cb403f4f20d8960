import { randomUUID } from 'node:crypto';
import type { packages, packageTexts, renderJobs, slides, versions } from '#drizzle/schema/index.ts';
import { MIB } from '#shared/limits.ts';
import { TEXT_READING } from '#shared/search.ts';
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
  readonly texts: typeof packageTexts.$inferInsert;
  readonly slides: (typeof slides.$inferInsert)[];
  readonly renderJob: typeof renderJobs.$inferInsert;
}

/**
 * The order of render jobs: small decks before large ones, so that most people see pictures soon. Current versions from before there
 * were pictures come after all others (`drizzle/migrations/0021_render_existing_versions.sql`), and so do attempts after a failure.
 */
export const RENDER_PRIORITY = { small: 2, large: 1, later: 0 } as const;
/** The size of a package and the number of its slides up to which a deck is small. */
const SMALL = { sizeBytes: 20 * MIB, slideCount: 60 };

interface Placing {
  readonly deckId: string;
  readonly number: number;
  readonly createdById: string;
  readonly createdAt: Date;
  /** Keys by position. A slide without a key is new to the deck. */
  readonly slideKeys?: readonly (string | null)[];
}

/** The columns of a deck that describe its current version. */
export function currentColumns({
  id,
  fingerprint,
  slideCount,
  shownSlideCount = null,
  hasThumbnail,
  hasPicture = false,
}: VersionRows['version']) {
  return { currentVersionId: id, fingerprint, slideCount, shownSlideCount, hasThumbnail, hasPicture };
}

/** A job that renders the pictures of a version. It is written in the transaction that writes the version. */
export function renderJobOf({
  id: versionId,
  sizeBytes,
  slideCount,
  createdAt = new Date(),
}: Pick<VersionRows['version'], 'id' | 'sizeBytes' | 'slideCount' | 'createdAt'>): VersionRows['renderJob'] {
  const isSmall = sizeBytes <= SMALL.sizeBytes && slideCount <= SMALL.slideCount;
  const priority = isSmall ? RENDER_PRIORITY.small : RENDER_PRIORITY.large;
  return { id: randomUUID(), versionId, kind: 'pictures', priority, state: 'queued', createdAt };
}

export function versionRows(stored: StoredPackage, { slideKeys = [], ...placing }: Placing): VersionRows {
  const { manifest, entries, texts, hasThumbnail, fingerprint, sizeBytes, blobKey } = stored;
  const versionId = randomUUID();
  const slideCount = manifest.slides.length;
  const version = { ...placing, id: versionId, fingerprint, sizeBytes, blobKey, hasThumbnail, slideCount };
  return {
    version,
    renderJob: renderJobOf(version),
    package: { versionId, manifest: keptManifest(manifest), entries },
    texts: { versionId, texts, reading: TEXT_READING },
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
