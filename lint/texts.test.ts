import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../web');
const AREAS = join(web, 'locales/en/areas');
/** Which area holds a section of texts: `library.title` is in `library`, `outbox.sending` in `decks`. */
const homes = new Map(
  readdirSync(AREAS).flatMap((file) =>
    [...readFileSync(join(AREAS, file), 'utf8').matchAll(/export \{ (\w+) \}/g)].map(([, name = '']) => [
      name,
      basename(file, '.ts'),
    ]),
  ),
);
const PAGE = /lazyRouteComponent\(\s*(?:withTexts\(\s*)?\(\) => import\('#web\/([^']+)'\)([^)]*)\)/g;

test('every page brings all texts that its code can say, and what that loads later', () => {
  const router = readFileSync(join(web, 'router.tsx'), 'utf8');
  const pages = [...router.matchAll(PAGE)].map(([, file = '', brought = '']) => ({ file, brought }));
  expect(pages.length).toBe(router.match(/lazyRouteComponent\(/g)?.length);
  const forgotten = pages.flatMap(({ file, brought }) =>
    [...areasSaidBy(join(web, file))].filter((area) => !brought.includes(`'${area}'`)).map((area) => `${file}: ${area}`),
  );
  expect(forgotten).toEqual([]);
});

test('it would see one that does not', () => {
  expect(areasSaidBy(join(web, 'pages/library/LibraryPage.tsx'))).toContain('library');
  expect(areasSaidBy(join(web, 'ink/InkToolbar.tsx'))).toContain('stage');
});

/** The areas of a module and of all that it imports, but for the one that is always there. */
function areasSaidBy(file: string): Set<string> {
  const keys = [...sourcesFrom(file)].flatMap(([, source]) => [...source.matchAll(/['`](\w+)\.\w/g)]);
  const areas = new Set(keys.map(([, section = '']) => homes.get(section) ?? 'ground'));
  areas.delete('ground');
  return areas;
}

/** A module of ours and all that it imports, at once or later, by path. */
function sourcesFrom(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const source = readFileSync(file, 'utf8');
  seen.set(file, source);
  for (const [, name = ''] of source.matchAll(/(?:from |import\(|import )'((?:#web|\.)\/[^']+\.tsx?)'/g)) {
    const imported = name.startsWith('#web/') ? join(web, name.slice('#web/'.length)) : resolve(dirname(file), name);
    if (!imported.includes('/locales/')) sourcesFrom(imported, seen);
  }
  return seen;
}
