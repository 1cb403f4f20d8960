import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const MODULES = join(import.meta.dirname, '../node_modules/@fontsource-variable');

/** The files of the fonts of the application in Latin script, by names that do not change with their content. */
export const FONTS: ReadonlyMap<string, string> = new Map([
  ['display.woff2', join(MODULES, 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2')],
  ['text.woff2', join(MODULES, 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2')],
]);

/** Vite plugin that offers the fonts at `/fonts/`, for the pages about the API, which are not built by Vite. */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    async generateBundle() {
      for (const [name, file] of FONTS) this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: await readFile(file) });
    },
    configureServer(server) {
      for (const [name, file] of FONTS) {
        server.middlewares.use(`/fonts/${name}`, (_request, response, next) => {
          readFile(file).then((bytes) => response.end(bytes), next);
        });
      }
    },
  };
}
