import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURES, LAYERS, SHARED_PARTS, TOP_LAYERS } from './imports/server.ts';
import { CLEAN_FILES, IMPORT_VIOLATIONS, RULE_VIOLATIONS } from './violations.ts';

/**
 * A linter that silently checks nothing looks like clean code. This test therefore writes one violation of each rule, and files
 * that must pass, to an empty project that has the repository's lint configuration, and checks what oxlint reports.
 */
const root = join(import.meta.dirname, '..');

interface Finding {
  readonly rule: string;
  readonly message: string;
}

let project = '';
let findings = new Map<string, Finding[]>();

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'lectern-lint-'));
  for (const part of ['oxlint.config.ts', 'lint/imports', 'tsconfig.json', 'package.json']) {
    await cp(join(root, part), join(project, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  const sources = new Map([...IMPORT_VIOLATIONS, ...RULE_VIOLATIONS].map(({ file, source }) => [file, source]));
  for (const [file, source] of [...sources, ...Object.entries(CLEAN_FILES)]) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), source);
  }
  findings = await lint(project);
});

afterAll(async () => {
  if (project) await rm(project, { recursive: true });
});

/** Runs oxlint on `folder` and returns its findings by file, relative to `folder`. */
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
  it.each(IMPORT_VIOLATIONS)('$name', ({ file, message }) => {
    expect(foundIn(file)).toEqual(['eslint/no-restricted-imports']);
    expect(findings.get(file)?.[0]?.message).toContain(message);
  });
});

describe('other rules', () => {
  it.each(RULE_VIOLATIONS)('$rule', ({ file, rule }) => {
    expect(foundIn(file)).toEqual([rule]);
  });
});

describe('allowed code', () => {
  it.each(Object.keys(CLEAN_FILES))('%s', (file) => {
    expect(findings.get(file) ?? []).toEqual([]);
  });
});

describe('the import rules', () => {
  it('cover every folder of the server', () => {
    const known = [...LAYERS, ...SHARED_PARTS, ...FEATURES, ...TOP_LAYERS, 'testing'];
    const files = globSync('server/*/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] });
    const folders = new Set(files.map((file) => file.split(sep)[1]));
    expect(known).toEqual(expect.arrayContaining([...folders]));
  });

  it('are tested for every folder', () => {
    for (const folder of [...LAYERS, ...SHARED_PARTS, ...FEATURES, ...TOP_LAYERS]) {
      expect(
        IMPORT_VIOLATIONS.some(({ file }) => file.startsWith(`server/${folder}/`)),
        folder,
      ).toBe(true);
    }
  });
});
