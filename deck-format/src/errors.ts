import type { FormatLimits } from './limits.ts';
import { ARCHIVE_RULES, PATH_RULES, type ArchiveRule, type PathRule } from './rules.ts';

/** A fault in `manifest.json`. `path` has the form `slides[3].file`; it is empty if the whole document is invalid. */
export interface ManifestIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * A fault of a package. `code` is an error code of the format (FORMAT.md, "Error codes"). `entry` is the name of the entry as it is
 * in the archive, or null if the fault concerns the whole archive. `where` is `entry` for a name in the archive, otherwise the field
 * of the manifest that contains the path.
 */
export type PackageFault =
  | { readonly code: 'E_NOT_ZIP'; readonly rule: ArchiveRule; readonly entry: string | null }
  | {
      readonly code: 'E_TOO_LARGE';
      readonly rule: keyof FormatLimits;
      readonly limit: number;
      readonly actual: number;
      readonly entry: string | null;
    }
  | { readonly code: 'E_NO_MANIFEST'; readonly foundAt: string | null }
  | { readonly code: 'E_BAD_MANIFEST'; readonly issues: readonly ManifestIssue[] }
  | { readonly code: 'E_UNSUPPORTED_SCHEMA'; readonly issues: readonly ManifestIssue[] }
  | { readonly code: 'E_PATH_TRAVERSAL'; readonly rule: PathRule; readonly path: string; readonly where: string }
  | { readonly code: 'E_MISSING_SLIDE'; readonly path: string; readonly where: string };

export type FormatErrorCode = PackageFault['code'];

/** The package is not valid. `details` is the fault as data. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code: FormatErrorCode;
  readonly details: PackageFault;

  constructor(fault: PackageFault) {
    super(explainFault(fault));
    this.code = fault.code;
    this.details = fault;
  }
}

/** Receives the faults that a stage of reading finds. A sink that throws stops the reader at the first fault. */
export type FaultSink = (fault: PackageFault) => void;

/** A sink that throws a `PackageError` for the first fault. */
export const refuse: FaultSink = (fault) => {
  throw new PackageError(fault);
};

/** A fault of the archive as a whole (`entry` is null) or of one of its entries. */
export function archiveFault(rule: ArchiveRule, entry: string | null = null): PackageFault {
  return { code: 'E_NOT_ZIP', rule, entry };
}

/** One sentence for the author of the deck: what is wrong, where, and what to do about it. */
export function explainFault(fault: PackageFault): string {
  switch (fault.code) {
    case 'E_NOT_ZIP':
      return explainRule(ARCHIVE_RULES[fault.rule], fault.entry);
    case 'E_TOO_LARGE':
      return `${subject(fault.entry)} ${explainLimit(fault.rule, fault.actual, fault.limit)}.`;
    case 'E_NO_MANIFEST':
      return explainMissingManifest(fault.foundAt);
    case 'E_BAD_MANIFEST':
    case 'E_UNSUPPORTED_SCHEMA':
      return explainIssues(fault.issues);
    case 'E_PATH_TRAVERSAL':
      return `The path ${quote(fault.path)} ${fault.where === 'entry' ? '' : `(manifest: ${fault.where}) `}${PATH_RULES[fault.rule]}.`;
    case 'E_MISSING_SLIDE':
      return `The manifest refers to ${quote(fault.path)} (${fault.where}), but the archive has no such file; add the file or correct the name.`;
  }
}

function explainRule(text: string, entry: string | null): string {
  return /^[A-Z]/.test(text) ? text : `${subject(entry)} ${text}.`;
}

function subject(entry: string | null): string {
  return entry === null ? 'The archive' : `The entry ${quote(entry)}`;
}

const LIMITED: Record<keyof FormatLimits, string> = {
  archiveBytes: 'is larger than a deck may be',
  totalBytes: 'is larger when unpacked than a deck may be',
  entryBytes: 'is larger than one file of a deck may be',
  slideBytes: 'is larger than one slide may be',
  manifestBytes: 'is larger than a manifest may be',
  entries: 'has more entries than a deck may have',
  directoryBytes: 'has a larger directory than a deck may have',
};

function explainLimit(rule: keyof FormatLimits, actual: number, limit: number): string {
  const unit = rule === 'entries' ? 'entries' : 'bytes';
  return `${LIMITED[rule]} (${actual} of at most ${limit} ${unit})`;
}

function explainMissingManifest(foundAt: string | null): string {
  return foundAt === null
    ? 'The archive has no manifest.json at its root; choose a .stage file, or create one with "stage pack".'
    : `The manifest is at ${quote(foundAt)} instead of at the root of the archive; zip the contents of the folder, not the folder.`;
}

function explainIssues(issues: readonly ManifestIssue[]): string {
  const [first, ...rest] = issues;
  if (!first) return 'The manifest is not valid.';
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  return `The manifest is not valid: ${first.path === '' ? '' : `${first.path}: `}${first.message}${more}.`;
}

/** Names are untrusted: they are shown as JSON strings and truncated. */
function quote(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
