import type { ArchiveRule, FormatErrorCode, FormatLimits, PathRule } from '../src/index.ts';

/** One way to fool a reader, inside of an otherwise valid deck; the expected refusal is part of its name. */
export interface Attack {
  readonly code: FormatErrorCode;
  /** The rule that has to be named; for manifests the place of the first issue. */
  readonly rule: ArchiveRule | PathRule | keyof FormatLimits | `at ${string}` | null;
  readonly what: string;
  readonly make: () => Uint8Array;
}

export const attackName = ({ code, rule, what }: Attack): string => `${code} (${rule ?? 'no rule'}): ${what}`;

/** Attacks on the archive itself, which all answer `E_NOT_ZIP`. */
export const onArchive = (rule: ArchiveRule, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_NOT_ZIP',
  rule,
  what,
  make,
});
export const onNames = (rule: PathRule, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_PATH_TRAVERSAL',
  rule,
  what,
  make,
});
export const onLimits = (rule: keyof FormatLimits, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_TOO_LARGE',
  rule,
  what,
  make,
});
export const onManifest = (place: string, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_BAD_MANIFEST',
  rule: `at ${place}`,
  what,
  make,
});
