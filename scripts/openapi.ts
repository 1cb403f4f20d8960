/**
 * `npm run openapi` writes the OpenAPI document. With `--check` it fails when what is committed is not what the code says, or
 * when the document breaks a rule of Redocly's recommended ones.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '#server/api/openapi/document.ts';
import packageJson from '#package' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/openapi.json');
const document = `${JSON.stringify(openApiDocument(packageJson.version), null, 2)}\n`;

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== document)
    complain('docs/openapi.json is not what the code says: run `npm run openapi`.');
  if (!lint()) complain('The document breaks a rule.');
} else {
  await writeFile(file, document);
}

function complain(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

function lint(): boolean {
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=recommended-strict', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
