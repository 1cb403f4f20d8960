import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../web');
const AREAS = join(web, 'locales/en/areas');
/** Maps a section of texts to the area that contains it: `library.title` is in `library`, `outbox.sending` is in `decks`. */
const areaOfSection = new Map(
  readdirSync(AREAS).flatMap((file) =>
    [...readFileSync(join(AREAS, file), 'utf8').matchAll(/export \{ (\w+) \}/g)].map(([, name = '']) => [
      name,
      basename(file, '.ts'),
    ]),
  ),
);
/** The area that is always loaded. */
const BASE_AREA = 'base';
const PAGE = /lazyRouteComponent\(\s*(?:withTexts\(\s*)?\(\) => import\('#web\/([^']+)'\)([^)]*)\)/g;

test('every page loads all texts that its code uses, including code that is loaded later', () => {
  const router = readFileSync(join(web, 'router.tsx'), 'utf8');
  const pages = [...router.matchAll(PAGE)].map(([, file = '', loaded = '']) => ({ file, loaded }));
  expect(pages.length).toBe(router.match(/lazyRouteComponent\(/g)?.length);
  const missing = pages.flatMap(({ file, loaded }) =>
    [...areasUsedBy(join(web, file))].filter((area) => !loaded.includes(`'${area}'`)).map((area) => `${file}: ${area}`),
  );
  expect(missing).toEqual([]);
});

test('the check above finds the areas that a module uses', () => {
  expect(areasUsedBy(join(web, 'pages/library/LibraryPage.tsx'))).toContain('library');
  expect(areasUsedBy(join(web, 'ink/InkToolbar.tsx'))).toContain('stage');
});

/** The areas used by a module and by everything it imports, except the one that is always loaded. */
function areasUsedBy(file: string): Set<string> {
  const keys = [...sourcesFrom(file)].flatMap(([, source]) => [...source.matchAll(/['`](\w+)\.\w/g)]);
  const areas = new Set(keys.map(([, section = '']) => areaOfSection.get(section) ?? BASE_AREA));
  areas.delete(BASE_AREA);
  return areas;
}

/** The source of a module and of everything it imports, statically or dynamically, by path. Packages are left out. */
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
