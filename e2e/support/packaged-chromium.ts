import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from './browser.ts';

const modules = join(import.meta.dirname, '../../node_modules');

/** For root, whose renderer runs as a user that cannot reach a clone in a folder that is closed to others, as `/root` often is. */
const OPEN_FOLDER = '/var/cache/lectern';

/** The Chromium of `@sparticuz/chromium`, which comes with the packages (Linux on x64). It is unpacked once. */
export async function packagedChromium(): Promise<Browser> {
  const { version } = JSON.parse(await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8')) as {
    version: string;
  };
  const folder = process.getuid?.() === 0 && !(await isOpen(modules)) ? OPEN_FOLDER : join(modules, '.cache');
  const home = join(folder, `chromium-${version}`);
  if (!existsSync(home)) await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts'), home]);
  return {
    executablePath: join(home, 'chromium'),
    origin: `@sparticuz/chromium ${version}`,
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  };
}

/** Whether every user may pass through a folder and all those above it. */
async function isOpen(folder: string): Promise<boolean> {
  const parent = dirname(folder);
  return ((await stat(folder)).mode & 0o001) !== 0 && (parent === folder || isOpen(parent));
}
