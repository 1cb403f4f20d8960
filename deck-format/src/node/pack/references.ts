import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { contentTypeOf } from '../../content-type.ts';
import { normalizePackagePath } from '../../paths.ts';

const QUOTED = /["'`]([^"'`<>\n\r]{1,400})["'`]/g;
const CSS_URL = /url\(\s*([^"')\s]{1,400})\s*\)/g;
/** In HTML, every word may be a file name: in unquoted attributes, in lists (`srcset`), and in scripts in attributes. */
const WORD = /([^\s"'`<>(),;=]{1,400})/g;
const TEXT_TYPE = /html|css|javascript|svg|json/;

/** Maximum size of a text file that is searched for references, in bytes. */
const MAX_SEARCHED = 5 * 1024 * 1024;

/**
 * The paths of an HTML document and of all files that it refers to. A word, a quoted text or a `url(…)` is a reference if it is the
 * path of an existing file in the folder of the document. The files that are found are searched, too. References that scripts create
 * at run time are not found: to pack such a deck, pack its folder.
 */
export async function referencedFiles(root: string, entry: string): Promise<string[]> {
  const found = new Set([entry]);
  for (const path of found) {
    if (!TEXT_TYPE.test(contentTypeOf(path))) continue;
    const { size } = await stat(join(root, path));
    if (size > MAX_SEARCHED) continue;
    for (const name of namesIn(await readFile(join(root, path), 'utf8'), contentTypeOf(path))) {
      for (const base of new Set([posix.dirname(path), posix.dirname(entry)])) {
        const candidate = resolveName(base, name);
        if (candidate !== null && !found.has(candidate) && (await isFile(join(root, candidate)))) found.add(candidate);
      }
    }
  }
  return [...found].toSorted();
}

/** The words and texts of a file that may be references. `type` is the media type of the file. */
export function namesIn(text: string, type: string): Set<string> {
  const names = new Set<string>();
  for (const pattern of type.includes('html') ? [QUOTED, CSS_URL, WORD] : [QUOTED, CSS_URL]) {
    for (const [, name = ''] of text.matchAll(pattern)) if (isRelative(name)) names.add(name);
  }
  return names;
}

/** Whether a text may be a relative reference: it has a file extension, and is not an absolute URL or a fragment. */
function isRelative(name: string): boolean {
  return /\.[a-z0-9]{1,10}(?:[?#].*)?$/i.test(name) && !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(name);
}

/** The package path of a relative reference, or null if it is outside of the folder. */
function resolveName(base: string, name: string): string | null {
  const bare = decoded(name.replace(/[?#].*$/, ''));
  const result = normalizePackagePath(posix.normalize(posix.join(base, bare)));
  return result.ok ? result.path : null;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
