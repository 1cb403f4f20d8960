import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFiles, textOf } from './repository-files.ts';

it('has no stylesheet that nothing imports', () => {
  const imported = new Set(
    repositoryFiles('web/*.ts', 'web/*.tsx').flatMap((file) =>
      [...textOf(file).matchAll(/^import '(.*\.css)';$/gm)].map(([, path = '']) =>
        path.startsWith('#web/') ? path.slice(1) : join(file, '..', path),
      ),
    ),
  );
  const sheets = repositoryFiles('web/*.css').filter((file) => !file.startsWith('web/sample/'));
  expect(sheets.filter((sheet) => !imported.has(sheet))).toEqual([]);
});
