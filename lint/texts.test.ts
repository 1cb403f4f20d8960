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
/** A part of a page that loads its own texts. */
const PART = /withTexts\(\s*\(\) => import\('(#web\/[^']+|\.\/[^']+)'\)([^)]*)\)/g;
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
  expect(areasUsedBy(join(web, 'uploads/packing/PackPanel.tsx'))).toContain('packing');
  expect(areasUsedBy(join(web, 'uploads/packing/PackDialogs.tsx'))).not.toContain('packing');
  expect(areasUsedBy(join(web, 'pages/library/LibraryPage.tsx'))).toContain('library');
  expect(areasUsedBy(join(web, 'ink/InkToolbar.tsx'))).toContain('stage');
});

/**
 * The areas used by a module and by everything it imports, except the one that is always loaded and those that parts of it load
 * themselves.
 */
function areasUsedBy(file: string): Set<string> {
  const areas = new Set<string>();
  for (const [path, source] of sourcesFrom(file)) {
    for (const [, section = ''] of source.matchAll(/['`](\w+)\.\w/g)) areas.add(areaOfSection.get(section) ?? BASE_AREA);
    for (const [, part = '', loaded = ''] of source.matchAll(PART)) {
      for (const area of areasUsedBy(pathOf(part, path))) if (!loaded.includes(`'${area}'`)) areas.add(area);
    }
  }
  areas.delete(BASE_AREA);
  return areas;
}

/**
 * The source of a module and of everything it imports, statically or dynamically, by path. Packages, and parts that load their own
 * texts, are left out.
 */
function sourcesFrom(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const source = readFileSync(file, 'utf8');
  seen.set(file, source);
  for (const [, name = ''] of source.replaceAll(PART, '').matchAll(/(?:from |import\(|import )'((?:#web|\.)\/[^']+\.tsx?)'/g)) {
    const imported = pathOf(name, file);
    if (!imported.includes('/locales/')) sourcesFrom(imported, seen);
  }
  return seen;
}

/** The path of an imported module. */
function pathOf(name: string, importer: string): string {
  return name.startsWith('#web/') ? join(web, name.slice('#web/'.length)) : resolve(dirname(importer), name);
}
