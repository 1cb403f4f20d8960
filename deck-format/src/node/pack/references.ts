import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { contentTypeOf } from '../../content-type.ts';
import { normalizePackagePath } from '../../paths.ts';

const QUOTED = /["'`]([^"'`<>\n\r]{1,400})["'`]/g;
const CSS_URL = /url\(\s*([^"')\s]{1,400})\s*\)/g;
/** In HTML every word counts: names stand bare, in lists (`srcset`) and inside of scripts inside of attributes. */
const WORD = /([^\s"'`<>(),;=]{1,400})/g;
const TEXT_TYPE = /html|css|javascript|svg|json/;

/** Largest text file that is searched for further names. */
const MAX_SEARCHED = 5 * 1024 * 1024;

/**
 * The files that an HTML document needs, itself included: every word, quoted text or `url(…)` that names an existing
 * file of its folder, there and in the style sheets and scripts so found. Names that scripts put together
 * while they run cannot be seen; whoever has such a deck packs its folder.
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

/** Every word or text of a file that may name another; `type` is the file's media type. */
export function namesIn(text: string, type: string): Set<string> {
  const names = new Set<string>();
  for (const pattern of type.includes('html') ? [QUOTED, CSS_URL, WORD] : [QUOTED, CSS_URL]) {
    for (const [, name = ''] of text.matchAll(pattern)) if (isRelative(name)) names.add(name);
  }
  return names;
}

/** A name needs an ending to be taken for a file; addresses of other places and fragments are none. */
function isRelative(name: string): boolean {
  return /\.[a-z0-9]{1,10}(?:[?#].*)?$/i.test(name) && !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(name);
}

/** The package path that a relative reference means, null where it leaves the folder. */
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
