/** Packs the package as it would be published and runs publint and the built command over it: `npm run lint-package`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'deck-format-'));
try {
  execFileSync('npm', ['pack', '--pack-destination', place], { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  const [tarball = ''] = readdirSync(place);
  execFileSync('tar', ['-xzf', tarball], { cwd: place });
  const unpacked = join(place, 'package');
  symlinkSync(fileURLToPath(new URL('../node_modules', new URL('..', import.meta.url))), join(place, 'node_modules'));
  execFileSync('publint', ['--strict', '--pack', 'false', unpacked], { stdio: 'inherit' });
  execFileSync(process.execPath, [join(unpacked, 'dist/node/cli/main.js'), 'help'], { stdio: ['ignore', 'ignore', 'inherit'] });
} finally {
  rmSync(place, { recursive: true });
  rmSync(join(home, 'dist'), { recursive: true, force: true });
}
