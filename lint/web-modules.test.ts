import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
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

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Which folders each folder imports: values and types, statically and dynamically. */
function folderGraph(sources: Sources): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    const imported = graph.get(folderOf(path)) ?? new Set();
    graph.set(folderOf(path), imported);
    for (const [, name = ''] of source.matchAll(IMPORT)) {
      const target = name.startsWith('#web/') ? name.slice('#web/'.length) : posix.join(posix.dirname(path), name);
      const isOwn = name.startsWith('#web/') || name.startsWith('.');
      if (isOwn && folderOf(target) !== folderOf(path)) imported.add(folderOf(target));
    }
  }
  return graph;
}

/** The folders that are part of a cycle: each reaches itself. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of graph.get(from) ?? []) if (!seen.has(next)) reaches(next, seen.add(next));
    return seen;
  };
  return [...graph.keys()].filter((folder) => reaches(folder).has(folder)).toSorted();
}

test('the folders of web do not import each other in a circle', () => {
  expect(foldersInCycles(folderGraph(sourcesOfWeb()))).toEqual([]);
});

test('a cycle is found if it consists of type imports, dynamic imports or styles', () => {
  const cycle = new Map([
    ['notes/note.ts', "import type { Frame } from '#web/stage/frame.ts';"],
    ['stage/frame.ts', "const load = () => import('#web/player/Player.tsx');"],
    ['player/Player.tsx', "import '#web/notes/notes.css';"],
    ['ui/Dialog.tsx', "import { format } from '#web/lib/format.ts';"],
  ]);
  expect(foldersInCycles(folderGraph(cycle))).toEqual(['notes', 'player', 'stage']);
});

test('every folder of web has an import rule, and the rules have no cycle', () => {
  const folders = [...folderGraph(sourcesOfWeb()).keys()].filter((folder) => !/\.tsx?$/.test(folder));
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
