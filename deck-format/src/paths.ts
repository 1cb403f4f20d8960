import { MAX_PATH_BYTES } from './limits.ts';
import type { PathRule } from './rules.ts';
import { hasLongMarkRun, isLongerThan } from './text-bounds.ts';

export type PathResult = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly rule: PathRule };

const CONTROL = /\p{Cc}/u;
/** Bidirectional marks, embeddings, overrides and isolates, and the byte-order mark, which some decoders remove. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

const PARENT = /(?:^|\/)\.\.(?:\/|$)/;
/** A segment `.` does not match, because it is removed later. */
const DOT_OR_SPACE = /(?:[^/][. ]|(?:^|\/) )(?:\/|$)/;
/** Empty segments and segments `.` that follow a slash or the beginning. */
const EMPTY_SEGMENTS = /(^|\/)(?:\.?\/)+/g;
const EMPTY_END = /(?:\/\.?|^\.)$/;
/** Info-ZIP's unzip treats this as a file version of VMS and removes it from the name. */
const VERSION_NUMBER = /;\d*$/;

/**
 * Normalizes a package path: `/` between segments, no empty or `.` segments, Unicode NFC. The rules are the same for names of entries
 * and for paths in a manifest (FORMAT.md, "Package paths"). Does not throw: returns the broken rule of an invalid path. The length is
 * checked first, because the other checks read every character, some of them more than once.
 */
export function normalizePackagePath(raw: string): PathResult {
  if (isLongerThan(raw, MAX_PATH_BYTES)) return refused('too-long');
  if (!raw.isWellFormed()) return refused('encoding');
  if (hasLongMarkRun(raw)) return refused('combining-marks');
  const text = replaceEvery(raw.normalize('NFC'), '\\', '/');
  const rule = brokenRule(text);
  if (rule) return refused(rule);
  const path = text.replaceAll(EMPTY_SEGMENTS, '$1').replace(EMPTY_END, '');
  if (path === '') return refused('empty');
  if (VERSION_NUMBER.test(path)) return refused('version-number');
  return isLongerThan(path, MAX_PATH_BYTES) ? refused('too-long') : { ok: true, path };
}

/** Two paths with the same key are the same file on systems that ignore case or Unicode normalization. */
export function collisionKey(path: string): string {
  // Lower case, then upper case: one of them is not enough for pairs such as ß/ẞ and θ/ϴ, which full case folding treats as
  // equal.
  return path.toLowerCase().toUpperCase().normalize('NFC');
}

function brokenRule(text: string): PathRule | undefined {
  if (CONTROL.test(text)) return 'control';
  if (DIRECTION.test(text)) return 'direction';
  if (text.startsWith('/')) return 'absolute';
  if (text.includes(':')) return 'colon';
  if (PARENT.test(text)) return 'parent';
  if (DOT_OR_SPACE.test(text)) return 'trailing-dot-or-space';
  return undefined;
}

function refused(rule: PathRule): PathResult {
  return { ok: false, rule };
}

/**
 * Like `replaceAll`, but with less memory: V8 keeps the result of `replaceAll` as a rope, which can take 100 times the memory of
 * the text.
 */
export function replaceEvery(text: string, what: string, by: string): string {
  return text.split(what).join(by);
}
