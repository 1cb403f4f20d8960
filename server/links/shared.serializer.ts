import type { Manifest } from 'deck-format';
import type { Note } from '#shared/notes.ts';
import type { SharedDeck, SharedNote, SharedSlide } from '#shared/shared-decks.ts';
import type { SharedRow } from './shared.repo.ts';

/** A deck as a visitor sees it. It names fields one by one: a manifest contains the notes of the speaker. */
export function serializeShared(row: SharedRow, manifest: Manifest): SharedDeck {
  const { title, version, slideSelector, ownerName, isLive, expiresAt, askFor } = row;
  const { allowDownload, allowEmbedding, showNotes, showDrawings, allowComments } = row;
  const { dimensions, architecture, provenance } = manifest;
  return {
    deck: {
      title,
      slideCount: version.slideCount,
      versionId: version.id,
      slides: manifest.slides.map(({ label, file, thumbnail }, index) => ({ index, title: label, file, thumbnail })),
      dimensions: { width: dimensions.width, height: dimensions.height },
      architecture,
      sourceKind: provenance?.sourceKind ?? null,
      conversionMode: provenance?.conversionMode ?? null,
      slideSelector,
    },
    owner: { name: ownerName },
    allowDownload,
    allowEmbedding,
    showNotes,
    showDrawings,
    allowComments,
    askFor,
    expiresAt: expiresAt?.toISOString() ?? null,
    live: isLive,
  };
}

/** With the name of the author and without their id. */
export function serializeNote({ slideIndex, inner, body, revision, updatedAt, updatedBy: { name } }: Note): SharedNote {
  return { slideIndex, inner, body, revision, updatedAt, updatedBy: { name } };
}

/** A slide as the renderer has found it. */
export interface FoundSlide {
  readonly slideIndex: number;
  readonly inner: number | null;
  readonly title: string;
  /** The size of its picture; null if there is none. */
  readonly sizeBytes: number | null;
}

export function serializeSlide({ slideIndex: index, inner, title, sizeBytes }: FoundSlide): SharedSlide {
  return { index, inner, title, hasPicture: sizeBytes !== null };
}
