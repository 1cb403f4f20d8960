/**
 * Packs a copy of this package as it would be published, and runs publint and the built command over it:
 * `npm run lint-package`. The copy keeps the workspace's `package.json` out of danger.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const home = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'deck-format-'));
try {
  const copy = join(place, 'deck-format');
  for (const name of ['package.json', 'tsconfig.build.json', 'README.md', 'LICENSE', 'src', 'scripts']) {
    cpSync(join(home, name), join(copy, name), { recursive: true });
  }
  cpSync(join(root, 'tsconfig.json'), join(place, 'tsconfig.json'));
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', place], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', tarball], { cwd: place });
  const unpacked = join(place, 'package');
  const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false, strict: true });
  for (const message of messages) process.stderr.write(`${formatMessage(message, pkg) ?? message.code}\n`);
  if (messages.length > 0) process.exitCode = 1;
  const command = join(unpacked, 'dist/node/cli/main.js');
  execFileSync(process.execPath, [command, '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
} finally {
  rmSync(place, { recursive: true });
}
