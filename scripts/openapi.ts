/**
 * `npm run openapi` writes the OpenAPI document, and the types of a client from it. With `--check` it fails when
 * what is committed is not what the code says, or when the document breaks a rule of Redocly's recommended ones.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '#server/api/openapi/document.ts';
import packageJson from '#package' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/openapi.json');
const clientFile = join(root, 'server/api/testing/generated/client-types.d.ts');

const value = openApiDocument(packageJson.version);
const document = `${JSON.stringify(value, null, 2)}\n`;
const stamp = `// From docs/openapi.json, whose shapes have the SHA-256 ${shapeOf(value)}\n`;

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

if (process.argv.includes('--check')) {
  if ((await read(file)) !== document) complain('docs/openapi.json is not what the code says: run `npm run openapi`.');
  if (!(await read(clientFile)).startsWith(stamp))
    complain("The client's types are not those of the document: run `npm run openapi`.");
  if (!run(process.execPath, 'node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=recommended-strict', file))
    complain('The document breaks a rule.');
} else {
  await writeFile(file, document);
  if (!(await read(clientFile)).startsWith(stamp)) await writeClient();
}

function complain(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

/** Examples, descriptions and the version do not show in the types. */
function shapeOf(openApi: typeof value): string {
  const shape = JSON.stringify(openApi, (key, member: unknown) =>
    ['example', 'examples', 'description', 'info'].includes(key) ? undefined : member,
  );
  return createHash('sha256').update(shape).digest('hex');
}

/** The generator asks for TypeScript 5 as a library, which 7 is not: it is fetched for the occasion, not kept in the tree. */
async function writeClient(): Promise<void> {
  const packages = ['typescript@5.9.3', 'openapi-typescript@7.13.0'].flatMap((name) => ['--package', name]);
  if (!run('npx', '--yes', ...packages, '--', 'openapi-typescript', file, '--output', clientFile)) {
    return complain("The client's types could not be made.");
  }
  await writeFile(clientFile, stamp + (await read(clientFile)));
}

function run(command: string, ...args: string[]): boolean {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
