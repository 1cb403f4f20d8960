/**
 * Prepares `package.json` for `npm pack`. In the workspace, the package exports its TypeScript source. A published package must
 * contain JavaScript, because Node does not strip types in node_modules. `prepack` builds `dist` and changes the exports to it;
 * `postpack` restores `package.json`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, new URL('..', import.meta.url)));
const MANIFEST = at('package.json');
const KEPT = at('package.workspace.json');

function prepack(): void {
  if (existsSync(KEPT))
    throw new Error('package.workspace.json exists: an earlier pack was interrupted. Run "npm run postpack" first.');
  rmSync(at('dist'), { recursive: true, force: true });
  execFileSync('tsc', ['-p', at('tsconfig.build.json')], { stdio: 'inherit' });
  const workspace = readFileSync(MANIFEST, 'utf8');
  writeFileSync(KEPT, workspace);
  const { scripts: _scripts, ...manifest } = JSON.parse(workspace) as {
    scripts: unknown;
    exports: Record<string, string>;
    bin: Record<string, string>;
  };
  const published = {
    ...manifest,
    exports: builtExports(manifest.exports),
    bin: { stage: built(manifest.bin['stage'] ?? '', '.js') },
  };
  writeFileSync(MANIFEST, `${JSON.stringify(published, null, 2)}\n`);
}

function builtExports(sources: Readonly<Record<string, string>>): Record<string, { types: string; default: string }> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, { types: built(source, '.d.ts'), default: built(source, '.js') }]),
  );
}

function built(source: string, ending: '.js' | '.d.ts'): string {
  return source.replace(/\bsrc\//, 'dist/').replace(/\.ts$/, ending);
}

function postpack(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}

if (process.argv[2] === 'prepack') prepack();
else postpack();
