import type { ArchiveRule, FormatErrorCode, FormatLimits, PathRule } from '../src/index.ts';

/** An otherwise valid deck that a reader must refuse. */
export interface Attack {
  readonly code: FormatErrorCode;
  /** The expected rule. For manifests, the field of the first issue. */
  readonly rule: ArchiveRule | PathRule | keyof FormatLimits | `at ${string}` | null;
  readonly what: string;
  readonly make: () => Uint8Array;
}

/** The name of the test, which includes the expected code and rule. It is also the key in verdicts.json. */
export const attackName = ({ code, rule, what }: Attack): string => `${code} (${rule ?? 'no rule'}): ${what}`;

/** An attack that is refused with `E_NOT_ZIP`. */
export const onArchive = (rule: ArchiveRule, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_NOT_ZIP',
  rule,
  what,
  make,
});
/** An attack that is refused with `E_PATH_TRAVERSAL`. */
export const onNames = (rule: PathRule, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_PATH_TRAVERSAL',
  rule,
  what,
  make,
});
/** An attack that is refused with `E_TOO_LARGE`. */
export const onLimits = (rule: keyof FormatLimits, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_TOO_LARGE',
  rule,
  what,
  make,
});
/** An attack that is refused with `E_BAD_MANIFEST`. `place` is the field of the first issue. */
export const onManifest = (place: string, what: string, make: () => Uint8Array): Attack => ({
  code: 'E_BAD_MANIFEST',
  rule: `at ${place}`,
  what,
  make,
});
