import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn, folderImports, topFolder } from './folder-graph.ts';
import { FEATURES, LAYERS, SHARED_PARTS, TOP_LAYERS } from './imports/server.ts';

const root = join(import.meta.dirname, '..');

/** The sources of `part` without its tests. */
function sourcesOf(part: string): Map<string, string> {
  const files = globSync(`${part}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/testing/**', '**/*.test.*'] });
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')]));
}

describe('the folders of the server', () => {
  const sources = sourcesOf('server');
  const imports = folderImports('server', sources);

  it('have no import cycle', () => {
    expect(imports.length).toBeGreaterThan(100);
    // A folder and the parts inside it are one module.
    const between = imports.filter(({ from, to }) => !`${to}/`.startsWith(`${from}/`) && !`${from}/`.startsWith(`${to}/`));
    expect(cyclesIn(between)).toEqual([]);
  });

  it('import only downwards', () => {
    const levels: readonly (readonly string[])[] = [...LAYERS.map((layer) => [layer]), SHARED_PARTS, FEATURES, TOP_LAYERS];
    const levelOf = (folder: string): number => levels.findIndex((level) => level.includes(folder.split('/')[1] ?? ''));
    const upwards = imports.filter(({ from, to }) => levelOf(from) >= 0 && levelOf(to) > levelOf(from));
    expect(upwards).toEqual([]);
  });

  it('use only services of their own in procedures', () => {
    // Routers get services from tRPC's context, so no import shows that one depends on another feature.
    const routers = [...sources].filter(([file]) => file.endsWith('.router.ts'));
    const servicesOf = (source: string): string[] => {
      const [, block = ''] = /interface Services \{([^}]*)\}/.exec(source) ?? [];
      return [...block.matchAll(/readonly (\w+):/g)].map(([, name = '']) => name);
    };
    const folder = (file: string): string => file.split('/')[1] ?? '';
    const owners = new Map(routers.flatMap(([file, source]) => servicesOf(source).map((name) => [name, folder(file)])));
    const used = routers.flatMap(([file, source]) =>
      [...source.matchAll(/ctx\.services\.(\w+)/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter(({ file, name }) => owners.get(name) !== folder(file))).toEqual([]);
  });
});

describe('the folder graph', () => {
  it('has every kind of import', () => {
    const source = `
      import { a } from '#server/b/a.ts';
      import type { C } from '../c/c.ts';
      export * from '#server/d/deep/d.ts';
      declare module '#server/e/e.ts' {}
      const f = import('#server/f/f.ts');
      import '#server/g.ts';
      import { h } from './own.ts';
      import { i } from '#shared/i.ts';
    `;
    const found = folderImports('server', new Map([['server/a/a.ts', source]]));
    expect(found.map(({ to }) => to)).toEqual(['server/b', 'server/c', 'server/d/deep', 'server/e', 'server/f', 'server/g.ts']);
    expect(found[0]).toEqual({ from: 'server/a', to: 'server/b', file: 'server/a/a.ts' });
  });

  it('can have top folders only', () => {
    const source = "import { page } from '#web/pages/library/page.tsx'; import './own/styles.css';";
    const found = folderImports('web', new Map([['web/ui/deep/a.ts', source]]), topFolder);
    expect(found).toEqual([{ from: 'web/ui', to: 'web/pages', file: 'web/ui/deep/a.ts' }]);
  });

  it('finds cycles of two and more folders', () => {
    const edges = ['a b', 'b c', 'c a', 'd a', 'e f', 'f e', 'c g'].map((edge) => {
      const [from = '', to = ''] = edge.split(' ');
      return { from, to };
    });
    expect(cyclesIn(edges)).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f'],
    ]);
  });
});
