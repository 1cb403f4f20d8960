import type { FileContent } from '../write/content.ts';

/** A file from which a deck is packed. */
export interface SourceFile extends FileContent {
  /** The time of its last change, in milliseconds since 1970. */
  readonly modified: number;
}

/** The files from which a deck is packed: a folder on disk, files that were dropped in a browser, or the contents of an archive. */
export interface SourceTree {
  /** The name of the folder or of the HTML file. It is the title of a deck that has none. */
  readonly name: string;
  /** The files that are always packed, by their path. */
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly leftOut: readonly LeftOut[];
  /** Finds a file that is only packed if the deck refers to it. Undefined if it does not exist. */
  find(path: string): Promise<SourceFile | undefined>;
}

/** A file or folder that is not packed, and the reason. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export const INSTALLED_PACKAGES = 'node_modules';
const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

/** Why a file or folder with this name is not packed with its folder. Undefined if it is packed. */
export function reasonToLeaveOut(name: string): string | undefined {
  if (name.startsWith('.')) return 'hidden';
  if (name === INSTALLED_PACKAGES) return 'installed packages; the files that the deck refers to are packed';
  if (/\.stage(?:\.[0-9a-f]+\.tmp)?$/i.test(name)) return 'a packed deck';
  return SYSTEM_FILES.has(name.toLowerCase()) ? 'a system file' : undefined;
}

/** Why an input cannot be packed, for programs that explain it in their own words. */
export type PackProblem = 'no-slides' | 'too-many-files' | 'manifest-not-json' | 'bad-input';

/** The input cannot be packed. The message says why, and what to do. */
export class PackError extends Error {
  override readonly name = 'PackError';
  readonly problem: PackProblem;

  constructor(message: string, problem: PackProblem = 'bad-input') {
    super(message);
    this.problem = problem;
  }
}
