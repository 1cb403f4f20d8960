/**
 * `node check-migrations.ts [SCHEMA]` checks that the committed migrations create exactly the tables in `drizzle/schema`: generating
 * migrations into a copy of the folder must find nothing to do. SCHEMA is another schema to check, as a path inside the repository.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What drizzle-kit prints when there is nothing to do. Its exit code is also 0 when it needs an answer and cannot ask for it. */
const COMPLETE = 'No schema changes, nothing to migrate';

const root = join(import.meta.dirname, '..');
const [schema = 'drizzle/schema/index.ts'] = process.argv.slice(2);
const copy = await mkdtemp(join(root, 'node_modules/.lectern-migrations-'));
try {
  await cp(join(root, 'drizzle/migrations'), copy, { recursive: true });
  // drizzle-kit prepends `./` to its paths, so they must be relative.
  const args = ['generate', '--dialect=postgresql', `--schema=${schema}`, `--out=${relative(root, copy)}`];
  const run = spawnSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0 || !run.stdout.includes(COMPLETE)) {
    console.error(`drizzle/schema has changes without a migration: run \`npm run db:generate\`.\n${run.stdout}${run.stderr}`);
    process.exitCode = 1;
  }
} finally {
  await rm(copy, { recursive: true });
}
