import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

/** Smaller files are not compressed: the extra headers cost more than compression saves. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = '**/*.{js,css,html,svg}';

/**
 * Vite plugin that writes `<file>.br` and `<file>.gz` beside every built text file, compressed at the highest level. The server
 * then only chooses between them.
 */
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
      if (!config.build.write) return;
      const built = join(config.root, config.build.outDir);
      for await (const name of glob(COMPRESSIBLE, { cwd: built })) await compress(join(built, name));
    },
  };
}

async function compress(file: string): Promise<void> {
  if ((await stat(file)).size < MIN_BYTES) return;
  const plain = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
