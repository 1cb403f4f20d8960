import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOMS } from './imports/server.ts';
import { CLEAN_FILES, PLANTED_IMPORTS, PLANTED_RULES } from './plants.ts';

/**
 * A linter that silently checks nothing looks just like clean code. So this plants one violation of each rule, and files
 * that must pass, in a copy of the house, and looks at what oxlint says there with the project's own configuration.
 */
const root = join(import.meta.dirname, '..');

interface Finding {
  readonly rule: string;
  readonly message: string;
}

let house = '';
let findings = new Map<string, Finding[]>();

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'lectern-lint-'));
  for (const part of ['oxlint.config.ts', 'lint/imports', 'tsconfig.json', 'package.json']) {
    await cp(join(root, part), join(house, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'));
  const sources = new Map([...PLANTED_IMPORTS, ...PLANTED_RULES].map(({ file, source }) => [file, source]));
  for (const [file, source] of [...sources, ...Object.entries(CLEAN_FILES)]) {
    await mkdir(dirname(join(house, file)), { recursive: true });
    await writeFile(join(house, file), source);
  }
  findings = await lint(house);
}, 60_000);

afterAll(async () => {
  if (house) await rm(house, { recursive: true });
});

async function lint(folder: string): Promise<Map<string, Finding[]>> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, '--format=json', '.'], { cwd: folder, maxBuffer: 16 * 1024 * 1024 }, (_failed, stdout) =>
      resolve(stdout),
    );
  });
  const report = JSON.parse(output) as { diagnostics: { code: string; help?: string; filename: string }[] };
  const byFile = new Map<string, Finding[]>();
  for (const { code, help, filename } of report.diagnostics) {
    const file = relative(folder, join(folder, filename));
    const seen = byFile.get(file) ?? [];
    byFile.set(file, [...seen, { rule: code.replace(/^(.+)\((.+)\)$/, '$1/$2'), message: help ?? '' }]);
  }
  return byFile;
}

const foundIn = (file: string): string[] => (findings.get(file) ?? []).map(({ rule }) => rule);

describe('import rules', () => {
  it.each(PLANTED_IMPORTS)('$breaks', ({ file, says }) => {
    expect(foundIn(file)).toEqual(['eslint/no-restricted-imports']);
    expect(findings.get(file)?.[0]?.message).toContain(says);
  });
});

describe('other rules of the house', () => {
  it.each(PLANTED_RULES)('$rule', ({ file, rule }) => {
    expect(foundIn(file)).toEqual([rule]);
  });
});

describe('what is allowed', () => {
  it.each(Object.keys(CLEAN_FILES))('%s', (file) => {
    expect(findings.get(file) ?? []).toEqual([]);
  });
});

describe('the plan', () => {
  it('knows every folder of the server', async () => {
    const beneath = ['access', 'api', 'auth', 'db', 'feed', 'http', 'storage', 'testing'];
    const folders = (await readdir(join(root, 'server'), { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect([...ROOMS, ...beneath]).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  it('has a planted violation for every room', () => {
    for (const room of ROOMS) {
      expect(PLANTED_IMPORTS.some(({ file }) => file.startsWith(`server/${room}/`))).toBe(true);
    }
  });
});
