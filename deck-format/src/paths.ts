import type { PathRule } from './rules.ts';

export type PathResult = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly rule: PathRule };

const CONTROL = /\p{Cc}/u;
/** Bidirectional marks, embeddings, overrides and isolates, and the byte-order mark that some decoders drop. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * Brings a package path into its one form: `/` between segments, no empty or `.` segments, Unicode NFC.
 * The same for entry names and for paths that a manifest names (stage-format.md, "Package paths", with the
 * stricter list of security.md). Never throws; says which rule is broken.
 */
export function normalizePackagePath(raw: string): PathResult {
  if (!raw.isWellFormed()) return refused('encoding');
  const text = raw.normalize('NFC').replaceAll('\\', '/');
  const rule = brokenRule(text);
  if (rule) return refused(rule);
  const path = text
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  return path === '' ? refused('empty') : { ok: true, path };
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
  const segments = text.split('/');
  if (segments.includes('..')) return 'parent';
  if (segments.some((segment) => segment !== '.' && /[. ]$/.test(segment))) return 'trailing-dot-or-space';
  return undefined;
}

function refused(rule: PathRule): PathResult {
  return { ok: false, rule };
}
