/** `npm run bench`: every measurement one after the other, or those that the arguments name. Each prints its own lines. */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const wanted = process.argv.slice(2);
const all = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.bench.ts')).toSorted();
const chosen = all.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
if (chosen.length === 0) throw new Error(`There is no measurement called ${wanted.join(' or ')}; there are ${all.join(', ')}.`);

for (const file of chosen) {
  console.log(`── ${file.replace('.bench.ts', '')}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
