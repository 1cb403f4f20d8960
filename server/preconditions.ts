import { createHash } from 'node:crypto';
import { type AppError, validationFailed } from '#server/errors.ts';

/** An entity tag (RFC 9110, 8.8.3). `opaque` is its text without the quotes. */
export interface EntityTag {
  readonly isWeak: boolean;
  readonly opaque: string;
}

/** `*`: any existing representation. */
export type TagList = '*' | readonly EntityTag[];

/** The conditions of a change (RFC 9110, 13.1.1 and 13.1.2). Empty if there are none. */
export interface Preconditions {
  readonly ifMatch?: TagList;
  readonly ifNoneMatch?: TagList;
}

/** The maximum number of tags in a header. */
const TAGS_MAX = 100;
/** An item of a list, which may be empty, with the comma after it. */
const ITEM = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/** @throws AppError VALIDATION_FAILED for a header that is neither `*` nor a list of entity tags */
export function preconditionsOf(headers: {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}): Preconditions {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  return {
    ...(ifMatch !== undefined && { ifMatch: tagListOf('If-Match', ifMatch) }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch: tagListOf('If-None-Match', ifNoneMatch) }),
  };
}

function tagListOf(header: string, value: string): TagList {
  if (value.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (let at = 0; at < value.length; at = ITEM.lastIndex) {
    ITEM.lastIndex = at;
    const [item, weak, opaque] = ITEM.exec(value) ?? [];
    if (item === undefined || tags.length === TAGS_MAX) throw malformed(header);
    if (opaque !== undefined) tags.push({ isWeak: weak !== undefined, opaque });
  }
  if (tags.length === 0) throw malformed(header);
  return tags;
}

function malformed(header: string): AppError {
  return validationFailed([{ path: header, message: 'This header must be * or a list of entity tags, such as "3".' }]);
}

/**
 * Whether a change may be made.
 *
 * @param current the current strong entity tag of the resource, without quotes; null if the resource does not exist
 */
export function preconditionsHold({ ifMatch, ifNoneMatch }: Preconditions, current: string | null): boolean {
  return (ifMatch === undefined || isAmong(ifMatch, current, 'strong')) && !isAmong(ifNoneMatch ?? [], current, 'weak');
}

function isAmong(tags: TagList, current: string | null, comparison: 'strong' | 'weak'): boolean {
  if (current === null) return false;
  if (tags === '*') return true;
  return tags.some(({ isWeak, opaque }) => opaque === current && !(isWeak && comparison === 'strong'));
}

/** The entity tag of a JSON value, without quotes. The order of its fields does not matter. */
export function tagOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url').slice(0, 22);
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
