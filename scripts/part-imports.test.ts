import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test.each(['vite.config.ts', 'vite.audience.config.ts'])(
  'every import() of %s is made by importPart, with its files',
  async (config) => {
    const built = await build({
      configFile: join(root, config),
      configLoader: 'native',
      logLevel: 'warn',
      build: { write: false },
    });
    if (!('output' in built)) throw new Error('The build has another form.');
    const code = built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
    const imports = code.match(/\bimport\(`/g) ?? [];
    expect(imports.length).toBeGreaterThan(3);
    expect(code.match(/,__vite__mapDeps\(\[\d/g)).toHaveLength(imports.length);
    // Of Vite's own helper.
    expect(code).not.toMatch(/relList/);
  },
);
