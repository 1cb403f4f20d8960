import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const list = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');

it('has no stylesheet that nothing imports', () => {
  const imported = new Set(
    list('web/*.ts', 'web/*.tsx').flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import '(.*\.css)';$/gm)].map(([, path = '']) =>
        path.startsWith('#web/') ? path.slice(1) : join(file, '..', path),
      ),
    ),
  );
  const sheets = list('web/*.css').filter((file) => !file.startsWith('web/sample/'));
  expect(sheets.filter((sheet) => !imported.has(sheet))).toEqual([]);
});
