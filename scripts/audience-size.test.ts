import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What a visitor's page may load before its first slide: the script with everything that it imports statically, gzipped. */
const SCRIPT_MAX_BYTES = 20_480;

test('the script of the page for visitors, with its static imports, stays small', async () => {
  const configFile = join(root, 'vite.audience.config.ts');
  const built = await build({ configFile, configLoader: 'native', logLevel: 'warn', build: { write: false } });
  if (!('output' in built)) throw new Error('The build has another form.');
  const chunks = new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const entry = [...chunks.values()].find(
    ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === join(root, 'web/audience.html'),
  );
  expect(sizeOf(entry, chunks)).toBeGreaterThan(5000);
  expect(sizeOf(entry, chunks)).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
  // React and what else the members' application is made of is in no part of it.
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds);
  expect(modules.filter((id) => /node_modules\/(?:react|@tanstack|@trpc|i18next|radix-ui)/.test(id))).toEqual([]);
});

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** The gzipped bytes of a chunk and of everything that it imports statically. */
function sizeOf(entry: Rolldown.OutputChunk | undefined, chunks: Chunks): number {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  add(entry);
  return [...found].reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0);
}
