import type { EntityTag, Preconditions, TagList } from '#server/preconditions.ts';

/**
 * On which revision of a record a write depends. Revision 0 stands for a record that is not there: beyond RFC 9110, `If-Match: "0"`
 * means "only if there is none yet".
 */
export interface RevisionCondition {
  /** One of these must be the revision; `*`: any, as long as there is a record. */
  readonly ifMatch?: '*' | readonly number[];
  /** None of these may be the revision; `*`: there must be no record. */
  readonly ifNoneMatch?: '*' | readonly number[];
}

/** @param ifRevision how typed clients say it: as `If-Match` with this one revision */
export function revisionCondition({ ifMatch, ifNoneMatch }: Preconditions, ifRevision?: number): RevisionCondition {
  return {
    ...(ifMatch !== undefined && { ifMatch: revisionsOf(ifMatch, ({ isWeak }) => !isWeak) }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch: revisionsOf(ifNoneMatch, () => true) }),
    ...(ifRevision !== undefined && { ifMatch: [ifRevision] }),
  };
}

/** Tags that no revision has match nothing. */
function revisionsOf(tags: TagList, counts: (tag: EntityTag) => boolean): '*' | number[] {
  if (tags === '*') return '*';
  return tags.flatMap((tag) => (counts(tag) && /^(0|[1-9]\d{0,9})$/.test(tag.opaque) ? [Number(tag.opaque)] : []));
}

/** Whether the condition holds where there is no record. */
export function holdsForNothing({ ifMatch }: RevisionCondition): boolean {
  return ifMatch === undefined || (ifMatch !== '*' && ifMatch.includes(0));
}

/** The tag of a record that REST answers with. */
export function revisionOf(record: unknown): string | null {
  return typeof record === 'object' && record !== null && 'revision' in record && typeof record.revision === 'number'
    ? String(record.revision)
    : null;
}
