import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const SOURCE = path.join(import.meta.dirname, '..', '..', 'web', 'bridge', 'bridge.ts');

/** The script that is put into slides, as browsers take it: one file without imports, its types blanked out. */
export async function loadBridge(): Promise<string> {
  return stripTypeScriptTypes(await readFile(SOURCE, 'utf8'), { mode: 'strip' });
}
