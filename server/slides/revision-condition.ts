import type { EntityTag, Preconditions, TagList } from '#server/preconditions.ts';

/**
 * The revision of a record that a write requires. Revision 0 means that there is no record. This goes beyond RFC 9110: `If-Match: "0"`
 * means "only if there is none yet".
 */
export interface RevisionCondition {
  /** The revision must be one of these. `*`: there must be a record, of any revision. */
  readonly ifMatch?: '*' | readonly number[];
  /** The revision must be none of these. `*`: there must be no record. */
  readonly ifNoneMatch?: '*' | readonly number[];
}

/** @param ifRevision what tRPC clients send instead of `If-Match` with this one revision */
export function revisionCondition({ ifMatch, ifNoneMatch }: Preconditions, ifRevision?: number): RevisionCondition {
  return {
    ...(ifMatch !== undefined && { ifMatch: revisionsOf(ifMatch, ({ isWeak }) => !isWeak) }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch: revisionsOf(ifNoneMatch, () => true) }),
    ...(ifRevision !== undefined && { ifMatch: [ifRevision] }),
  };
}

/** Tags that cannot be a revision match nothing. */
function revisionsOf(tags: TagList, counts: (tag: EntityTag) => boolean): '*' | number[] {
  if (tags === '*') return '*';
  return tags.flatMap((tag) => (counts(tag) && /^(0|[1-9]\d{0,9})$/.test(tag.opaque) ? [Number(tag.opaque)] : []));
}

/** Whether the condition holds if there is no record. */
export function holdsForNothing({ ifMatch }: RevisionCondition): boolean {
  return ifMatch === undefined || (ifMatch !== '*' && ifMatch.includes(0));
}

/** The entity tag of a record in a REST response; null if the record has no revision. */
export function revisionOf(record: unknown): string | null {
  return typeof record === 'object' && record !== null && 'revision' in record && typeof record.revision === 'number'
    ? String(record.revision)
    : null;
}
