import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../web');

test('no line of the interface can begin with a dot that separates: a space before it does not break, or `.facts` draws it', () => {
  const files = globSync('**/*.{ts,tsx,css}', {
    cwd: web,
    // The title of a document has one line.
    exclude: ['dist/**', '**/*.test.*', 'lib/page/document-title.ts', 'theme/base.css'],
  });
  const found = files.flatMap((file) =>
    readFileSync(join(web, file), 'utf8')
      .split('\n')
      .filter((line) => /(?<!\\u00A0|\\a0)·/u.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
