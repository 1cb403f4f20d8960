/** `npm run openapi` writes the OpenAPI document; with `--check` it fails when the committed one is not what the code says. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '#server/api/openapi/document.ts';
import packageJson from '#package' with { type: 'json' };

const file = join(import.meta.dirname, '../docs/openapi.json');
const document = `${JSON.stringify(openApiDocument(packageJson.version), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(file, document);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error('docs/openapi.json is not what the code says: run `npm run openapi`.');
  process.exitCode = 1;
}
