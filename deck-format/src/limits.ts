const MIB = 1024 * 1024;

/** Upper bounds that a package is held to. Sizes are bytes; every bound is inclusive. */
export interface FormatLimits {
  /** The archive file itself. */
  readonly archiveBytes: number;
  /** All entries together, decompressed. */
  readonly totalBytes: number;
  /** One entry, decompressed. */
  readonly entryBytes: number;
  /** One HTML file that the manifest names as a slide, decompressed. */
  readonly slideBytes: number;
  /** `manifest.json`, decompressed. */
  readonly manifestBytes: number;
  /** Number of entries, folders and junk included. */
  readonly entries: number;
  /** The archive's central directory. */
  readonly directoryBytes: number;
}

/** The limits of `slidestage@1.0` (FORMAT.md, "Limits") and of this reader (security.md, "The package reader"). */
export const FORMAT_LIMITS: FormatLimits = Object.freeze({
  archiveBytes: 200 * MIB,
  totalBytes: 1024 * MIB,
  entryBytes: 100 * MIB,
  slideBytes: 5 * MIB,
  manifestBytes: 5 * MIB,
  entries: 10_000,
  directoryBytes: 4 * MIB,
});

/** Most bytes of UTF-8 in one package path. */
export const MAX_PATH_BYTES = 1024;

/**
 * Most combining marks in a row in a path, name, id or title: what the stream-safe text format of Unicode allows (UAX
 * #15, 13). To bring a run of marks into normal form takes time that grows with the square of its length.
 */
export const MAX_MARKS_IN_A_ROW = 30;

/** Most slides that one manifest may list. */
export const MAX_SLIDES = 500;

/** Deepest nesting of arrays and objects in `manifest.json`. */
export const MAX_MANIFEST_DEPTH = 100;

/** Most JSON values in `manifest.json`: it bounds the memory that parsing 5 MiB of tiny values would take. */
export const MAX_MANIFEST_VALUES = 50_000;

/**
 * Most JSON values in those parts of a manifest whose every value is looked at (`offline` and its like): a hostile
 * one can make each of them a fault, and a fault takes far more memory than a value.
 */
export const MAX_CHECKED_VALUES = 40_000;
