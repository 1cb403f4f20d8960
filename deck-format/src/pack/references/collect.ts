import { contentTypeOf } from '../../content-type.ts';
import { normalizePackagePath } from '../../paths.ts';
import { textOfContent } from '../../write/content.ts';
import type { SourceFile, SourceTree } from '../source-tree.ts';
import { referencesInCss } from './css.ts';
import { type DocumentReferences, referencesInHtml } from './html.ts';
import { referencesInScript } from './javascript.ts';
import { MAX_REFERENCE, possiblePaths, type Reference } from './reference.ts';
import { contextOf, type DocumentContext, isDocument, type MissingReason, resolveReference } from './resolve.ts';

/** A file that the deck loads and that is not packed. */
export interface MissingFile {
  /** The URL or path as the deck has it. */
  readonly reference: string;
  readonly why: MissingReason;
  /** The file that contains the reference. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A host from which the deck loads files. */
export interface OutsideHost {
  readonly host: string;
  /** The first file that loads from it. */
  readonly file: string;
  readonly line: number;
}

/** The files of a deck, and what it loads besides them. */
export interface Collected {
  /** All files of the tree and all that are referred to, by path. */
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly missing: readonly MissingFile[];
  readonly hosts: readonly OutsideHost[];
}

/** Maximum size of a text file that is searched for references, in bytes. */
const MAX_SEARCHED = 5 * 1024 * 1024;
/** Maximum number of documents in which one script is looked at. It bounds the time for decks with many folders. */
const MAX_CONTEXTS = 20;
const MAX_LISTED = 1000;

/**
 * Collects the files that documents load, directly and through other files. A file is searched as `certain` if a chain of references
 * that browsers follow leads to it; only such files can have missing references. Files that are merely mentioned, in a string of a
 * script or in a link, are packed if they exist. URLs that scripts put together at run time are not found.
 */
export async function collectFiles(tree: SourceTree, documents: readonly string[]): Promise<Collected> {
  const collector = new Collector(tree);
  for (const path of documents) await collector.add(path);
  await collector.searchAll();
  return collector.result();
}

interface Visit {
  readonly path: string;
  readonly context: DocumentContext;
}

interface Searched extends DocumentReferences {
  readonly lineOf: (offset: number) => number;
}

class Collector {
  readonly #tree: SourceTree;
  readonly #files: Map<string, SourceFile>;
  /** Paths by their normalized form: macOS stores names in another Unicode form than references have. */
  readonly #names = new Map<string, string>();
  readonly #found = new Map<string, Promise<string | undefined>>();
  readonly #searched = new Map<string, Promise<Searched | undefined>>();
  readonly #visited = new Map<string, Set<string>>();
  readonly #certain: Visit[] = [];
  readonly #possible: Visit[] = [];
  readonly #missing = new Map<string, MissingFile>();
  readonly #hosts = new Map<string, OutsideHost>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
    this.#files = new Map(tree.files);
    for (const path of tree.files.keys()) this.#names.set(normalized(path), path);
  }

  /** Adds a document from which the search begins. */
  async add(path: string): Promise<void> {
    if ((await this.#fileAt(path)) === path) this.#certain.push({ path, context: contextOf(path) });
  }

  async searchAll(): Promise<void> {
    for (;;) {
      // What is certain comes first, so that a file is certain if any chain of references makes it so.
      const isCertain = this.#certain.length > 0;
      const visit = isCertain ? this.#certain.pop() : this.#possible.pop();
      if (!visit) return;
      if (this.#isNew(visit)) await this.#search(visit, isCertain);
    }
  }

  result(): Collected {
    return {
      files: new Map([...this.#files].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      missing: [...this.#missing.values()].toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
      hosts: [...this.#hosts.values()].toSorted((a, b) => (a.host < b.host ? -1 : 1)),
    };
  }

  #isNew({ path, context }: Visit): boolean {
    const contexts = this.#visited.get(path) ?? new Set();
    this.#visited.set(path, contexts);
    const key = isDocument(path) ? '' : context.key;
    if (contexts.has(key) || contexts.size >= MAX_CONTEXTS) return false;
    contexts.add(key);
    return true;
  }

  async #search({ path, context: outer }: Visit, isCertain: boolean): Promise<void> {
    const searched = await this.#referencesIn(path);
    if (!searched) return;
    const context = isDocument(path) ? contextOf(path, searched) : outer;
    for (const reference of searched.references) {
      if (reference.target.length > MAX_REFERENCE) continue;
      if (reference.kind === 'possible') await this.#follow(path, reference, context);
      else await this.#load(path, reference, context, isCertain ? searched.lineOf : undefined);
    }
  }

  /** Handles a reference that browsers load. It is reported only with `lineOf`. */
  async #load(
    file: string,
    reference: Reference,
    context: DocumentContext,
    lineOf: Searched['lineOf'] | undefined,
  ): Promise<void> {
    const resolved = resolveReference(reference, file, context);
    if (resolved.type === 'nothing') return;
    const found = resolved.type === 'path' ? await this.#fileAt(resolved.path) : undefined;
    if (found !== undefined) {
      const isWorker = reference.kind === 'worker' || reference.kind === 'worker-file';
      (lineOf ? this.#certain : this.#possible).push({ path: found, context: isWorker ? contextOf(found) : context });
    } else if (lineOf && resolved.type === 'host') {
      if (this.#hosts.size < MAX_LISTED && !this.#hosts.has(resolved.host)) {
        this.#hosts.set(resolved.host, { host: resolved.host, file, line: lineOf(reference.offset) });
      }
    } else if (lineOf && resolved.type !== 'host') {
      const why = resolved.type === 'path' ? 'not-found' : resolved.why;
      const key = `${file}\n${reference.target}`;
      if (this.#missing.size >= MAX_LISTED || this.#missing.has(key)) return;
      this.#missing.set(key, { reference: reference.target, why, file, line: lineOf(reference.offset) });
    }
  }

  /** Packs a file that is mentioned, if it exists. Scripts resolve such paths against their own URL or that of the document. */
  async #follow(file: string, reference: Reference, context: DocumentContext): Promise<void> {
    for (const kind of ['file', 'document'] as const) {
      const resolved = resolveReference({ ...reference, kind }, file, context);
      const found = resolved.type === 'path' ? await this.#fileAt(resolved.path) : undefined;
      if (found !== undefined) this.#possible.push({ path: found, context });
    }
  }

  /** The path of the file as the tree has it. Undefined if there is none. The file becomes part of the deck. */
  #fileAt(path: string): Promise<string | undefined> {
    let found = this.#found.get(path);
    if (!found) {
      found = this.#lookUp(path);
      this.#found.set(path, found);
    }
    return found;
  }

  async #lookUp(path: string): Promise<string | undefined> {
    const known = this.#files.has(path) ? path : this.#names.get(normalized(path));
    if (known !== undefined) return known;
    if (!normalizePackagePath(path).ok) return undefined;
    const file = await this.#tree.find(path);
    if (file) this.#files.set(path, file);
    return file ? path : undefined;
  }

  #referencesIn(path: string): Promise<Searched | undefined> {
    let searched = this.#searched.get(path);
    if (!searched) {
      searched = this.#read(path);
      this.#searched.set(path, searched);
    }
    return searched;
  }

  async #read(path: string): Promise<Searched | undefined> {
    const file = this.#files.get(path);
    const search = searchOf(contentTypeOf(path));
    if (!file || !search || file.size > MAX_SEARCHED) return undefined;
    const text = await textOfContent(file);
    return { ...search(text), lineOf: linesOf(text) };
  }
}

/** How files of a media type are searched. Undefined for files that cannot refer to others. */
function searchOf(type: string): ((text: string) => DocumentReferences) | undefined {
  if (/html|svg/.test(type)) return referencesInHtml;
  if (type.includes('css')) return (text) => ({ references: referencesInCss(text, 'file') });
  if (type.includes('javascript')) return (text) => ({ references: referencesInScript(text) });
  if (/json|markdown/.test(type)) return (text) => ({ references: possiblePaths(text, 0) });
  return undefined;
}

function normalized(path: string): string {
  const result = normalizePackagePath(path);
  return result.ok ? result.path : path;
}

/** Returns a function from an offset in the text to its line, counted from 1. */
function linesOf(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
