import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

/** Below this the headers weigh more than what is saved. */
const WORTH_IT_BYTES = 1024;
const COMPRESSIBLE = '**/*.{js,css,html,svg}';

/** Puts a copy in Brotli and one in gzip beside every built text file, as small as they get: the server only has to pick one. */
export function compressedCopies(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'compressed-copies',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const built = join(config.root, config.build.outDir);
      for await (const name of glob(COMPRESSIBLE, { cwd: built })) await compress(join(built, name));
    },
  };
}

async function compress(file: string): Promise<void> {
  if ((await stat(file)).size < WORTH_IT_BYTES) return;
  const plain = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
