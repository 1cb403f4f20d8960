import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Folder extends Disposable {
  readonly path: string;
  /** A place in the folder's own surroundings that is removed with it. */
  readonly target: string;
}

const MOMENT = new Date('2026-03-04T05:06:07Z');

/** A folder with these files, all of one moment, that goes when it is disposed of. */
export function aFolder(files: Readonly<Record<string, string | Uint8Array>>): Folder {
  const place = mkdtempSync(join(tmpdir(), 'deck-format-'));
  const path = join(place, 'My talk');
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
    utimesSync(join(path, name), MOMENT, MOMENT);
  }
  return { path, target: join(place, 'out.stage'), [Symbol.dispose]: () => rmSync(place, { recursive: true }) };
}
