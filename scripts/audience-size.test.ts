import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What a visitor's page may have as scripts, gzipped: the one inside of it, and the one that it loads with everything that this imports statically. */
const SCRIPT_MAX_BYTES = 20_480;

test('the scripts of the page for visitors, with their static imports, stay small', async () => {
  const chunks = await chunksOf('vite.audience.config.ts');
  const [inside, ...others] = (await chunksOf('vite.script.config.ts', '.audience-first-slide')).values();
  expect(others).toEqual([]);
  // It is written into the page as it is.
  expect(inside?.code).not.toMatch(/<\/script|<!--/i);
  const entry = [...chunks.values()].find(
    ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === join(root, 'web/audience.html'),
  );
  expect(sizeOf(entry, chunks)).toBeGreaterThan(5000);
  expect(sizeOf(entry, chunks) + sizeOf(inside, new Map())).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
  // React and what else the members' application is made of is in no part of it.
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds);
  expect(modules.filter((id) => /node_modules\/(?:react|@tanstack|@trpc|i18next|radix-ui)/.test(id))).toEqual([]);
});

async function chunksOf(config: string, mode = 'production'): Promise<Chunks> {
  const built = await build({
    configFile: join(root, config),
    configLoader: 'native',
    logLevel: 'warn',
    mode,
    build: { write: false },
  });
  if (!('output' in built)) throw new Error('The build has another form.');
  return new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
}

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
