import type { FormatLimits } from './limits.ts';
import { ARCHIVE_RULES, PATH_RULES, type ArchiveRule, type PathRule } from './rules.ts';

/** One thing wrong in `manifest.json`; `path` reads like `slides[3].file`, empty for the document itself. */
export interface ManifestIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * What is wrong with a package, as data. `code` is one of the format's own (FORMAT.md, "Error codes").
 * `entry` is the entry's name as the archive spells it, or null where the whole archive is meant; `where` is
 * `entry` for a name in the archive, otherwise the place in the manifest that names the path.
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

/** A package that is refused. `details` says by which rule, in a form that programs can use. */
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

/** Where a stage of reading hands its faults: one that throws stops at the first, one that keeps them sees all. */
export type FaultSink = (fault: PackageFault) => void;

/** The sink of a reader that wants whole packages only. */
export const refuse: FaultSink = (fault) => {
  throw new PackageError(fault);
};

/** A fault of the archive itself (`entry` null) or of one of its entries. */
export function archiveFault(rule: ArchiveRule, entry: string | null = null): PackageFault {
  return { code: 'E_NOT_ZIP', rule, entry };
}

/** One sentence for the deck's author: what is wrong, where, and what to do about it. */
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
      return `The manifest names ${quote(fault.path)} (${fault.where}), but the archive has no such file; add it or correct the name.`;
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
  totalBytes: 'unpacks to more than a deck may hold',
  entryBytes: 'is larger than one file of a deck may be',
  slideBytes: 'is larger than one slide may be',
  manifestBytes: 'is larger than a manifest may be',
  entries: 'holds more entries than a deck may have',
  directoryBytes: 'has a larger directory than a deck may have',
};

function explainLimit(rule: keyof FormatLimits, actual: number, limit: number): string {
  const unit = rule === 'entries' ? 'entries' : 'bytes';
  return `${LIMITED[rule]} (${actual} of at most ${limit} ${unit})`;
}

function explainMissingManifest(foundAt: string | null): string {
  return foundAt === null
    ? 'The archive has no manifest.json at its root; choose a .stage file, or make one with "stage pack".'
    : `The archive has its manifest at ${quote(foundAt)} instead of at its root; zip what is inside the folder, not the folder.`;
}

function explainIssues(issues: readonly ManifestIssue[]): string {
  const [first, ...rest] = issues;
  if (!first) return 'The manifest is not valid.';
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  return `The manifest is not valid: ${first.path === '' ? '' : `${first.path}: `}${first.message}${more}.`;
}

/** Names come from strangers: shown as JSON, cut to a length that fits a message. */
function quote(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
