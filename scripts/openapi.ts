/**
 * `npm run openapi` writes the OpenAPI document. With `--check` it writes nothing and fails if the committed document differs from
 * the code or breaks one of Redocly's recommended rules.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '#server/rest/openapi/document.ts';
import packageJson from '#package' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/openapi.json');
const document = `${JSON.stringify(openApiDocument(packageJson.version), null, 2)}\n`;

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== document)
    fail('docs/openapi.json is out of date: run `npm run openapi`.');
  if (!lint()) fail('docs/openapi.json breaks a rule of Redocly.');
} else {
  await writeFile(file, document);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

function lint(): boolean {
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=recommended-strict', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
