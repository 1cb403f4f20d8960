/**
 * Checks that the committed migrations create exactly the tables in `drizzle/schema`: generating migrations into a copy of the
 * folder must not add a file.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const migrations = join(root, 'drizzle/migrations');
const copy = await mkdtemp(join(root, 'node_modules/.lectern-migrations-'));
try {
  await cp(migrations, copy, { recursive: true });
  // drizzle-kit prepends `./` to its paths, so they must be relative.
  const args = ['generate', '--dialect=postgresql', '--schema=drizzle/schema/index.ts', `--out=${relative(root, copy)}`];
  const run = spawnSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  const before = new Set(await readdir(migrations));
  const fresh = (await readdir(copy)).filter((file) => !before.has(file));
  if (run.status !== 0 || fresh.length > 0) {
    console.error(
      run.status === 0 ? 'drizzle/schema has changes without a migration: run `npm run db:generate`.' : run.stdout + run.stderr,
    );
    process.exitCode = 1;
  }
} finally {
  await rm(copy, { recursive: true });
}
