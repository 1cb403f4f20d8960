import type { Presence } from '#shared/live.ts';
import type { Place } from '#shared/place.ts';
import type { DeckVersion } from '#shared/versions.ts';

/**
 * The text that says where a person is: "Ann is on slide 3", and for a slide with slides of its own also the one inside it.
 *
 * @param index the index of the place as users count slides
 * @param isOneDocument whether users count the slides inside the deck's only document
 * @returns the key of the text and its values
 */
export function whereabouts(name: string, { inner }: Place, index: number, isOneDocument: boolean) {
  const number = index + 1;
  if (inner?.count === undefined) return ['live.looksAt', { name, number }] as const;
  if (isOneDocument) return ['live.looksAtOf', { name, number, count: inner.count }] as const;
  return ['live.looksInside', { name, number, inner: inner.index + 1, count: inner.count }] as const;
}

interface ShownVersion {
  readonly currentVersionId: string;
  readonly currentVersion: Pick<DeckVersion, 'current'>;
}

/** The text for a person whose slide is not one of the version that this page shows; null if it is one. */
export function elsewhere({ person: { name }, versionId }: Presence, shown: ShownVersion) {
  if (versionId === null || versionId === shown.currentVersionId) return null;
  return [shown.currentVersion.current ? 'live.looksAtEarlier' : 'live.looksAtOther', { name }] as const;
}
