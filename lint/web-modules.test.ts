import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { cyclesIn, folderImports, topFolder } from './folder-graph.ts';
import { WEB_MODULES } from './imports/web.ts';

const web = join(import.meta.dirname, '../web');

/** Folders without code. */
const WITHOUT_CODE = new Set(['dist', 'public', 'sample']);
/** More files than this in one folder need parts with names. */
const FILES_MAX = 25;

type Sources = ReadonlyMap<string, string>;

/** The code of `web/` by path. */
function sourcesOfWeb(): Sources {
  const paths = readdirSync(web, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const code = paths.filter((path) => /\.tsx?$/.test(path) && !WITHOUT_CODE.has(folderOf(path)));
  return new Map(code.map((path) => [path, readFileSync(join(web, path), 'utf8')]));
}

/** The top folder of a path in `web/`; a file that is in none is its own. */
function folderOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

test('the folders of web do not import each other in a circle', () => {
  const files = new Map([...sourcesOfWeb()].map(([path, source]) => [`web/${path}`, source]));
  expect(cyclesIn(folderImports('web', files, topFolder))).toEqual([]);
});

test('every folder of web has an import rule, and the rules have no cycle', () => {
  const folders = [...new Set([...sourcesOfWeb().keys()].map(folderOf))].filter((folder) => !/\.tsx?$/.test(folder));
  expect(folders.toSorted()).toEqual(Object.keys(WEB_MODULES).toSorted());
  const modules: [string, readonly string[]][] = Object.entries(WEB_MODULES);
  for (const [at, [module, allowed]] of modules.entries()) {
    const lower = modules.slice(0, at).map(([name]) => name);
    expect(lower, `web/${module} imports only what is listed before it`).toEqual(expect.arrayContaining([...allowed]));
  }
});

test('a folder of web with many files has parts', () => {
  const counts = Map.groupBy(
    [...sourcesOfWeb().keys()].filter((path) => !path.includes('.test.')),
    (path) => posix.dirname(path),
  );
  const crowded = [...counts].filter(([folder, files]) => files.length > FILES_MAX && !folder.startsWith('locales/'));
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test("parts of pages are loaded by lazyPart, because React's lazy keeps a failure", () => {
  const users = [...sourcesOfWeb()].filter(([, source]) => /\blazy\b[^;]*\bfrom 'react'/.test(source));
  expect(users.map(([path]) => path)).toEqual(['lib/page/lazy-part.tsx']);
});
