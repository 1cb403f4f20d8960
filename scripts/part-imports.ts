import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The module that Vite imports wherever there is an `import()`. */
const VITES = /^\0vite\/preload-helper\.js$/;
const OURS = join(import.meta.dirname, '../web/lib/page/import-part.ts');

/** Vite plugin: each `import()` is made by `importPart`, with a list of all files that it needs. */
export function partImports(): Plugin {
  return {
    name: 'part-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite names no file if there is only one.
          resolveDependencies: (file, dependencies) => [...new Set([file, ...dependencies])],
        },
      },
    }),
    transform: {
      order: 'post',
      filter: { id: VITES },
      handler: () => ({ code: `export { importPart as __vitePreload } from ${JSON.stringify(OURS)};`, map: null }),
    },
  };
}
