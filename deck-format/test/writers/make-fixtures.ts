/**
 * `node deck-format/test/writers/make-fixtures.ts`: creates the packages in `test/fixtures` with programs that need not be installed
 * for running the tests: zip (Info-ZIP), python3, jar, and 7z or 7zz. The packages are committed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { writerFiles } from './writer-files.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'stage-'));
for (const [path, bytes] of writerFiles()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

const shell = (command: string, target: string): void => {
  rmSync(join(fixtures, target), { force: true });
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    env: { ...env, OUT: join(fixtures, target) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
const python = (body: string, target: string): void => {
  const code = `import os, sys, zipfile\nout = os.environ["OUT"]\nfiles = sorted(os.path.relpath(os.path.join(d, f)) for d, _, fs in os.walk(".") for f in fs)\n${body}`;
  rmSync(join(fixtures, target), { force: true });
  execFileSync('python3', ['-c', code], { cwd: folder, env: { ...env, OUT: join(fixtures, target) } });
};
const seven = ((): string => {
  for (const name of ['7z', '7zz']) {
    try {
      execFileSync(name, ['i'], { stdio: 'ignore' });
      return name;
    } catch {
      continue;
    }
  }
  throw new Error('Neither 7z nor 7zz is installed.');
})();

shell('zip -q -r "$OUT" .', 'info-zip.stage');
shell('zip -q -r -9 -X "$OUT" manifest.json slides assets', 'info-zip-without-extra.stage');
shell('zip -q -r -0 "$OUT" .', 'info-zip-stored.stage');
shell('zip -q -r - . > "$OUT"', 'info-zip-to-a-pipe.stage');
shell('zip -q -r - . | cat > "$OUT"', 'info-zip-to-an-unseekable-pipe.stage');
shell('zip -q -r "$OUT" . && echo "a short comment" | zip -q -z "$OUT"', 'info-zip-with-comment.stage');
shell('zip -q -r -fz "$OUT" .', 'info-zip-zip64.stage');
shell(`${seven} a -tzip -bso0 "$OUT.zip" . && mv "$OUT.zip" "$OUT"`, 'seven-zip.stage');
shell(`${seven} a -tzip -bso0 -mcu=off -mx=9 "$OUT.zip" . && mv "$OUT.zip" "$OUT"`, 'seven-zip-best.stage');
shell('jar -cMf "$OUT" .', 'java-jar.stage');
python('with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:\n  [z.write(f) for f in files]', 'python-deflated.stage');
python('with zipfile.ZipFile(out, "w") as z:\n  [z.write(f) for f in files]', 'python-stored.stage');
python(
  'z = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)\nz.mkdir("empty")\n[z.writestr(f, open(f, "rb").read()) for f in files]\nz.close()',
  'python-writestr.stage',
);
const unseekable =
  'class Pipe:\n  def __init__(self, f): self.f = f\n  def write(self, b): return self.f.write(b)\n  def flush(self): self.f.flush()\n';
python(
  `${unseekable}with open(out, "wb") as f, zipfile.ZipFile(Pipe(f), "w", zipfile.ZIP_DEFLATED) as z:\n  [z.write(f) for f in files]`,
  'python-to-a-pipe.stage',
);
python(
  `${unseekable}with open(out, "wb") as f, zipfile.ZipFile(Pipe(f), "w") as z:\n  [z.write(f) for f in files]`,
  'python-stored-to-a-pipe.stage',
);
python(
  'with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:\n  for f in files:\n    with z.open(f, "w", force_zip64=True) as e: e.write(open(f, "rb").read())',
  'python-zip64.stage',
);
rmSync(folder, { recursive: true });
