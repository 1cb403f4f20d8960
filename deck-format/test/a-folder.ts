import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder. It is deleted when it is disposed. */
export interface Folder extends Disposable {
  readonly path: string;
  /** A path beside the folder for the packed deck. It is deleted with the folder. */
  readonly target: string;
}

const MODIFIED = new Date('2026-03-04T05:06:07Z');

/** A temporary folder with the files, which all have the same modification time. */
export function aFolder(files: Readonly<Record<string, string | Uint8Array>>): Folder {
  const parent = mkdtempSync(join(tmpdir(), 'deck-format-'));
  const path = join(parent, 'My talk');
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
    utimesSync(join(path, name), MODIFIED, MODIFIED);
  }
  return { path, target: join(parent, 'out.stage'), [Symbol.dispose]: () => rmSync(parent, { recursive: true }) };
}
