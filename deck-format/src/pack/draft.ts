import type { Architecture } from '../manifest/schema.ts';
import type { SlideFields } from '../write/build-manifest.ts';
import { textOfContent, type Content } from '../write/content.ts';
import type { TextReader } from './notes.ts';
import type { DeckKind } from './recognize.ts';
import type { LeftOut, SourceFile } from './source-tree.ts';

/** The files of a deck before it is packed, by path. */
export type DeckFiles = ReadonlyMap<string, SourceFile>;

/** A deck as it was found in its source, before it is written. */
export interface DeckDraft {
  readonly kind: DeckKind | 'slides';
  /** The title in the deck. Undefined if it has none. */
  readonly title: string | undefined;
  readonly architecture: Architecture;
  readonly slides: readonly SlideFields[];
  readonly files: ReadonlyMap<string, Content>;
  /** The HTML file that contains the deck, if it is a single file. */
  readonly sourceEntry?: string;
  readonly conversionMode: 'kept-whole' | 'split' | 'slides';
  /** Files of the source that are not packed because of what they are in this deck. */
  readonly leftOut?: readonly LeftOut[];
  /** What the deck itself contains, if it is one document: slides and speaker notes. Null if only its scripts know. */
  readonly inside?: InsideDeck | null;
}

/** The numbers of slides and of slides with speaker notes in a document that runs its own presentation. */
export interface InsideDeck {
  readonly slides: number;
  readonly notes: number;
}

/** Returns a function that reads text files of a deck. It returns undefined for a path that is not among the files. */
export function textReader(files: DeckFiles): TextReader {
  return async (path) => {
    const file = files.get(path);
    return file && textOfContent(file);
  };
}

/** The time of the last change of any of the files, in whole seconds, as ISO 8601. */
export function newestChange(files: DeckFiles): string {
  let newest = 0;
  for (const { modified } of files.values()) newest = Math.max(newest, modified);
  return new Date(Math.floor(newest / 1000) * 1000).toISOString();
}
