/** `npm run bench [NAME…]`: runs all benchmarks one after the other, or those with the given names. */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

const wanted = process.argv.slice(2);
const folders = [import.meta.dirname, join(import.meta.dirname, '../deck-format/bench')];
const files = await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((file) => join(folder, file))));
const all = files.flat().filter((file) => file.endsWith('.bench.ts'));
const nameOf = (file: string): string => basename(file, '.bench.ts');
const chosen = all.filter((file) => wanted.length === 0 || wanted.includes(nameOf(file)));
if (chosen.length === 0)
  throw new Error(`There is no benchmark called ${wanted.join(' or ')}. The benchmarks are ${all.map(nameOf).join(', ')}.`);

for (const file of chosen) {
  console.log(`── ${nameOf(file)}`);
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
