import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/** Runs a module in a process of its own, and returns what it prints as JSON. */
async function run(code: string, ...flags: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', code], {
    cwd: ROOT,
  });
  return JSON.parse(stdout);
}

/** Prints the addresses of all modules that the server's tables load, in order. */
const ADDRESSES = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  await import('./drizzle/schema/index.ts');
  await import('drizzle-orm/postgres-js/migrator');
  console.log(JSON.stringify(loaded));
`;

it('finds the same modules as Node', async () => {
  const [expected, found] = await Promise.all([run(ADDRESSES), run(ADDRESSES, '--import=./scripts/fast-imports.mjs')]);
  expect(found).toEqual(expected);
  expect(expected).toContainEqual(expect.stringContaining('/node_modules/drizzle-orm/sql/sql.js'));
});

it('keeps compiled modules', async () => {
  const code = `import { getCompileCacheDir } from 'node:module'; console.log(JSON.stringify(getCompileCacheDir()))`;
  expect(await run(code, '--import=./scripts/fast-imports.mjs')).toContain(path.join('node_modules', '.cache'));
});
