/**
 * Builds the web application into `web/dist` if the build is missing or out of date. The script compares the contents of the
 * inputs, not their modification times: a checkout, a copy or an unpacked archive changes the times, but not the contents.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = join(root, 'web/dist/index.html');
/** The fingerprint of the last build. It is inside the build so that both are deleted together; dotfiles are not served. */
const stamp = join(root, 'web/dist/.fingerprint');
/** The first build empties `web/dist`, and the second one compresses what is there: the order matters. */
const BUILDS = [
  { config: 'vite.config.ts' },
  { config: 'vite.audience.config.ts' },
  ...['bridge', '.first-slide', '.first-library', '.audience-first-slide'].map((mode) => ({
    config: 'vite.script.config.ts',
    mode,
  })),
];
const INPUTS = [
  'web/**/*',
  'shared/**/*',
  'deck-format/src/**/*',
  'vite.config.ts',
  'vite.audience.config.ts',
  'vite.script.config.ts',
  'scripts/compressed-copies.ts',
  'scripts/first-load.ts',
  'scripts/fonts.ts',
  'scripts/part-imports.ts',
  'scripts/sample-decks.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** SHA-256 of the paths and contents of all inputs, in hexadecimal. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const entry of glob(INPUTS, { cwd: root, withFileTypes: true, exclude: ['web/dist/**'] })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.toSorted()) {
    hash
      .update(file.slice(root.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const wanted = await fingerprint();
const built = existsSync(page) && existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
if (built === wanted) {
  console.log('The web application is up to date.');
} else {
  await rm(stamp, { force: true });
  const { build } = await import('vite'); // slow to load, and not needed if the build is up to date
  // Node loads the configuration itself: a bundled one would contain the pages.
  for (const { config, ...mode } of BUILDS)
    await build({ configFile: join(root, config), configLoader: 'native', logLevel: 'warn', ...mode });
  await writeFile(stamp, wanted);
  console.log('Built the web application.');
}
