import type { Manifest } from 'deck-format';
import { personOf } from '#server/people.ts';
import type { Deck, DeckDetail } from '#shared/decks.ts';
import type { DeckVersion } from '#shared/versions.ts';
import type { DeckRow, VersionRow } from './decks.repo.ts';

export function presentDeck(row: DeckRow): Deck {
  const { id, title, fingerprint, currentVersionId, visibility, ownerId, ownerName, slideCount, hasThumbnail } = row;
  return {
    id,
    title,
    fingerprint,
    currentVersionId,
    visibility,
    ownerId,
    owner: { id: ownerId, name: ownerName },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    slideCount,
    hasThumbnail,
  };
}

export function presentVersion(row: VersionRow, currentVersionId: string): DeckVersion {
  const { id, number, fingerprint, sizeBytes, slideCount } = row;
  return {
    id,
    number,
    fingerprint,
    sizeBytes,
    slideCount,
    createdAt: row.createdAt.toISOString(),
    createdBy: personOf(row.createdById, row.createdByName),
    current: id === currentVersionId,
  };
}

export function presentDetail(deck: DeckRow, version: VersionRow, manifest: Manifest, mayChange: boolean): DeckDetail {
  return {
    ...presentDeck(deck),
    currentVersion: presentVersion(version, deck.currentVersionId),
    manifest,
    permissions: { edit: mayChange, delete: mayChange },
  };
}
