/** A text in a file that refers to another file, or may do so. */
export interface Reference {
  /** The URL or path, with character references and escapes resolved. */
  readonly target: string;
  /** Where the text is, in UTF-16 code units from the beginning of the file. */
  readonly offset: number;
  readonly kind: ReferenceKind;
}

/**
 * How a reference is resolved:
 *
 * - `file`: relative to the file that contains it. The file loads the target.
 * - `document`: relative to the HTML document. The file loads the target.
 * - `worker` and `worker-file`: like `document` and `file`. The target is a worker, which resolves its references itself.
 * - `module`: a module specifier, which may need the import map. The file loads the target.
 * - `optional-module`: like `module`, but it may be part of a branch that only runs outside of browsers.
 * - `possible`: a text that is a reference only if there is a file with this path.
 */
export type ReferenceKind = 'file' | 'document' | 'worker' | 'worker-file' | 'module' | 'optional-module' | 'possible';

/** Longer texts are not references: a URL that is longer is a `data:` URL, or not a file. */
export const MAX_REFERENCE = 2048;

/** The longest text that is tried as a path, in UTF-16 code units. */
const MAX_POSSIBLE = 400;
const WORD = /[^\s"'`<>(),;=|]{1,400}/g;

/** Whether a text may be a relative path: it has a file extension, and is not an absolute URL or a fragment. */
export function isPossiblePath(text: string): boolean {
  return (
    text.length <= MAX_POSSIBLE && /\.[a-z0-9]{1,10}(?:[?#].*)?$/i.test(text) && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(text)
  );
}

/** The words of a text that may be paths, each of them once. They are found in Markdown, in JSON and in attributes of scripts. */
export function possiblePaths(text: string, offset: number): Reference[] {
  const found = new Map<string, Reference>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!found.has(word) && isPossiblePath(word)) found.set(word, { target: word, offset: offset + index, kind: 'possible' });
  }
  return [...found.values()];
}
