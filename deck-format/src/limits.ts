const MIB = 1024 * 1024;

/** Limits of a package. Sizes are in bytes. A package that reaches a limit is valid. */
export interface FormatLimits {
  /** The archive file itself. */
  readonly archiveBytes: number;
  /** The sum of all entries, decompressed. */
  readonly totalBytes: number;
  /** One entry, decompressed. */
  readonly entryBytes: number;
  /** One slide, decompressed. */
  readonly slideBytes: number;
  /** `manifest.json`, decompressed. */
  readonly manifestBytes: number;
  /** Number of entries, including folders and junk files. */
  readonly entries: number;
  /** The archive's central directory. */
  readonly directoryBytes: number;
}

/** The limits of `slidestage@1.0` (FORMAT.md, "Limits"). */
export const FORMAT_LIMITS: FormatLimits = Object.freeze({
  archiveBytes: 200 * MIB,
  totalBytes: 1024 * MIB,
  entryBytes: 100 * MIB,
  slideBytes: 5 * MIB,
  manifestBytes: 5 * MIB,
  entries: 10_000,
  directoryBytes: 4 * MIB,
});

/** Maximum length of a package path, in bytes of UTF-8. */
export const MAX_PATH_BYTES = 1024;

/**
 * Maximum number of consecutive combining marks in a path, name, id or title. It is the limit of Unicode's Stream-Safe Text Format
 * (UAX #15, section 13). The time to normalize consecutive marks grows with the square of their number.
 */
export const MAX_MARKS_IN_A_ROW = 30;

/** Maximum number of slides in a manifest. */
export const MAX_SLIDES = 500;

/** Maximum nesting of arrays and objects in `manifest.json`. */
export const MAX_MANIFEST_DEPTH = 100;

/** Maximum number of JSON values in `manifest.json`. It bounds the memory for parsing 5 MiB of very small values. */
export const MAX_MANIFEST_VALUES = 50_000;

/**
 * Maximum number of JSON values in each part of the manifest that the schema checks completely, such as `offline`. In a hostile
 * manifest each of these values can be a fault, which needs far more memory than a value.
 */
export const MAX_CHECKED_VALUES = 40_000;
