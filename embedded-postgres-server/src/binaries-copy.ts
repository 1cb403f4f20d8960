import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { z } from 'zod';
import type { Binaries } from './binaries.ts';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies the binaries to a directory below `place` that other users can read, or returns an earlier copy.
 * @param name of the server: a copy is not shared with others
 * @returns null when `place` is not writable or another user owns a directory of that name.
 */
export async function copyBinaries(installed: Binaries, place: string, name: string): Promise<Binaries | null> {
  const directory = join(place, `${name}-postgres-${installed.version}-${process.getuid?.()}`);
  if (await isOurs(directory)) return { ...installed, directory };
  try {
    const unfinished = await mkdtemp(`${directory}-`);
    await fill(unfinished, installed);
    await publish(unfinished, directory);
  } catch {
    return null;
  }
  return (await isOurs(directory)) ? { ...installed, directory } : null;
}

/** Whether the directory is ours. In a shared directory such as /tmp another user could have put programs under this name. */
async function isOurs(directory: string): Promise<boolean> {
  try {
    const found = await lstat(directory);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

async function fill(directory: string, installed: Binaries): Promise<void> {
  await cp(installed.directory, directory, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => extname(source) !== '.a', // static libraries are needed only by compilers
  });
  await addLinks(directory, installed);
  await chmod(directory, 0o755);
}

/** Creates the links between libraries. The package lists them in a file, because npm archives cannot contain links. */
async function addLinks(directory: string, installed: Binaries): Promise<void> {
  const list = await readFile(join(installed.directory, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const link = join(directory, 'lib', basename(target));
    if (dirname(target) !== dirname(source)) continue;
    await symlink(basename(source), link).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Renames the finished copy into place. If another process was first, its copy is used. */
async function publish(unfinished: string, directory: string): Promise<void> {
  await rename(unfinished, directory).catch(() => rm(unfinished, { recursive: true, force: true }));
}
