/**
 * Builds the web application into `web/dist` when it is missing or older than what it is made of. "Older" is told by
 * content, not by time stamps: a checkout, a copy or an unpacked archive must neither build twice nor serve an old page.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = join(root, 'web/dist/index.html');
/** Beside what it speaks of: neither lives without the other. What begins with a dot is not served. */
const stamp = join(root, 'web/dist/.fingerprint');
/** The page, which empties the folder first, and then the bridge. */
const CONFIGS = ['vite.config.ts', 'vite.bridge.config.ts'];
const INPUTS = [
  'web/**/*',
  'shared/**/*',
  'deck-format/src/**/*',
  'vite.config.ts',
  'scripts/compressed-copies.ts',
  'scripts/first-load.ts',
  'scripts/sample-decks.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

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
  const { build } = await import('vite'); // takes longer to load than everything else here
  for (const config of CONFIGS) await build({ configFile: join(root, config), logLevel: 'warn' });
  await writeFile(stamp, wanted);
  console.log('The web application is built.');
}
