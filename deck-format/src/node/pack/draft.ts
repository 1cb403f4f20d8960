import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture } from '../../manifest/schema.ts';
import type { SlideFields } from '../write/build-manifest.ts';
import { fileContent, type Content } from '../write/content.ts';
import type { DeckKind } from './recognize.ts';
import type { LeftOut } from './walk.ts';

/** A deck as it was found in its source, before it is written. */
export interface DeckDraft {
  readonly kind: DeckKind | 'slides';
  readonly title: string;
  readonly architecture: Architecture;
  readonly slides: readonly SlideFields[];
  readonly files: ReadonlyMap<string, Content>;
  /** The HTML file that contains the deck, if it is a single file. */
  readonly sourceEntry?: string;
  readonly conversionMode: 'kept-whole' | 'split' | 'slides';
  readonly leftOut: readonly LeftOut[];
  readonly remarks: readonly string[];
}

/** The contents of files in a folder, by package path. */
export async function contentsOf(root: string, paths: readonly string[]): Promise<Map<string, Content>> {
  const files = new Map<string, Content>();
  for (const path of paths) files.set(path, await fileContent(join(root, path)));
  return files;
}

/** Returns a function that reads text files of a folder. It returns undefined for a path that is not in `paths`. */
export function textReader(root: string, paths: readonly string[]): (path: string) => Promise<string | undefined> {
  const known = new Set(paths);
  return async (path) => (known.has(path) ? readFile(join(root, path), 'utf8') : undefined);
}

/** The time of the last change of any of the files, in whole seconds, as ISO 8601. */
export async function newestChange(root: string, paths: Iterable<string>): Promise<string> {
  let newest = 0;
  for (const path of paths) newest = Math.max(newest, (await stat(join(root, path))).mtimeMs);
  return new Date(Math.floor(newest / 1000) * 1000).toISOString();
}
