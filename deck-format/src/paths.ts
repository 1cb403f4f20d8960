import { MAX_PATH_BYTES } from './limits.ts';
import type { PathRule } from './rules.ts';
import { hasLongMarkRun, isLongerThan } from './text-bounds.ts';

export type PathResult = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly rule: PathRule };

const CONTROL = /\p{Cc}/u;
/** Bidirectional marks, embeddings, overrides and isolates, and the byte-order mark that some decoders drop. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

const PARENT = /(?:^|\/)\.\.(?:\/|$)/;
/** A segment of a single `.` is let pass. */
const DOT_OR_SPACE = /(?:[^/][. ]|(?:^|\/) )(?:\/|$)/;
/** Empty segments and those of a single `.`, behind what stays. */
const EMPTY_SEGMENTS = /(^|\/)(?:\.?\/)+/g;
const EMPTY_END = /(?:\/\.?|^\.)$/;
/** Info-ZIP's unzip takes this for a file version of VMS and leaves it out of the name. */
const VERSION_NUMBER = /;\d*$/;

/**
 * Brings a package path into its one form: `/` between segments, no empty or `.` segments, Unicode NFC.
 * The same for entry names and for paths that a manifest names (FORMAT.md, "Package paths"). Never throws; says which
 * rule is broken. The length comes first: what follows looks at every character, some of it more than once.
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

/** Two paths with the same key are one file on a system that ignores case or Unicode form. */
export function collisionKey(path: string): string {
  // Lower, then upper: neither alone joins every pair that full case folding joins (ß/ẞ, θ/ϴ).
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

/** Like `replaceAll`, whose result V8 keeps as a rope of pieces that can take a hundred times the text's own memory. */
export function replaceEvery(text: string, what: string, by: string): string {
  return text.split(what).join(by);
}
