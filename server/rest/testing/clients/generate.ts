/**
 * `node generate.ts DOCUMENT DIRECTORY` creates a client of the API with each of the most used generators. The program fails if a
 * generator fails or warns about the document.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { safeBuild } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const [document = '', directory = ''] = process.argv.slice(2).map((name) => path.resolve(name));
const into = (name: string): string => path.join(directory, name);

await mkdir(directory, { recursive: true });

await writeFile(into('openapi-typescript.ts'), astToString(await openapiTypescript(await readFile(document, 'utf8'))));

await createClient({
  input: document,
  output: { path: into('hey-api') },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
  logs: { file: false, level: 'warn' },
});

await generate({ input: document, output: { target: into('orval/client.ts'), client: 'fetch', mode: 'single', clean: true } });
await generate({ input: document, output: { target: into('orval/zod.ts'), client: 'zod', mode: 'single' } });

const { error, failedPlugins } = await safeBuild({
  config: {
    // Kubb names files relative to this root, but writes them relative to the working directory.
    root: process.cwd(),
    input: { path: document },
    output: { path: into('kubb'), clean: true },
    plugins: [pluginOas({ generators: [] }), pluginTs({}), pluginZod({}), pluginClient({ client: 'fetch', parser: 'zod' })],
  },
});
if (error !== undefined || failedPlugins.size > 0) throw new Error('Kubb failed', { cause: error ?? [...failedPlugins] });
