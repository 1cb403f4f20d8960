import type { Manifest } from 'deck-format';
import { type DeckFacts, may } from '#server/access/rule.ts';
import type { Actor } from '#server/auth/actor.ts';
import { personOf } from '#server/people.ts';
import { tagOf } from '#server/preconditions.ts';
import type { Deck, DeckDetail, DeckPermissions } from '#shared/decks.ts';
import type { DeckVersion } from '#shared/versions.ts';
import type { DeckRow, VersionRow } from './decks.repo.ts';

/** For whom a deck is shown. */
type Viewer = Pick<Actor, 'userId' | 'role'>;

/** A deck as the API shows it to this actor. */
export function serializeDeck(row: DeckRow, actor: Viewer): Deck {
  const { id, title, fingerprint, currentVersionId, visibility, ownerId, ownerName, slideCount, shownSlideCount } = row;
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
    shownSlideCount,
    hasThumbnail: row.hasThumbnail || row.hasPicture,
    starred: row.starredAt !== null,
    permissions: permissionsOf(row, actor),
  };
}

export function serializeVersion(row: VersionRow, currentVersionId: string): DeckVersion {
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

/** The part of a deck's detail that can change. The manifest of a version never changes. */
export function serializeState(deck: DeckRow, version: VersionRow, actor: Viewer): Omit<DeckDetail, 'manifest'> {
  return { ...serializeDeck(deck, actor), currentVersion: serializeVersion(version, deck.currentVersionId) };
}

/** A deck as it was before the server made pictures of its slides. */
export function beforeRendering(row: DeckRow): DeckRow {
  return { ...row, shownSlideCount: null, hasPicture: false };
}

/** The entity tag of a deck for one actor, without quotes. `shown` is the detail or only the state. */
export function deckTag(shown: unknown): string | null {
  if (typeof shown !== 'object' || shown === null) return null;
  return tagOf({ ...shown, manifest: undefined });
}

/** A deck with its version, and the actor for whom it is presented. */
export interface DeckParts {
  readonly actor: Actor;
  readonly deck: DeckRow;
  /** The current version. */
  readonly version: VersionRow;
  readonly manifest: Manifest;
}

export function serializeDetail({ actor, deck, version, manifest }: DeckParts): DeckDetail {
  return { ...serializeState(deck, version, actor), manifest };
}

function permissionsOf(deck: DeckFacts, actor: Viewer): DeckPermissions {
  const [edit, manage] = [may(actor, 'edit', deck), may(actor, 'manage', deck)];
  return { edit, share: edit, manage, delete: manage };
}
