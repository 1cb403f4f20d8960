/**
 * `npm run lint-package`: packs this package as for publication, checks the result with publint and runs the built command. It works
 * on a copy, because packing changes `package.json`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Links the dependencies of which the repository has another version at its root. */
function linkOwnPackages(target: string): void {
  const own = join(packageRoot, 'node_modules');
  if (existsSync(own)) symlinkSync(own, join(target, 'node_modules'));
}

const folder = mkdtempSync(join(tmpdir(), 'deck-format-'));
try {
  const copy = join(folder, 'deck-format');
  for (const name of ['package.json', 'tsconfig.build.json', 'README.md', 'LICENSE', 'src', 'scripts']) {
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
  }
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  linkOwnPackages(copy);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', tarball], { cwd: folder });
  const unpacked = join(folder, 'package');
  linkOwnPackages(unpacked);
  const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false, strict: true });
  for (const message of messages) process.stderr.write(`${formatMessage(message, pkg) ?? message.code}\n`);
  if (messages.length > 0) process.exitCode = 1;
  const command = join(unpacked, 'dist/node/cli/main.js');
  execFileSync(process.execPath, [command, '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
} finally {
  rmSync(folder, { recursive: true });
}
