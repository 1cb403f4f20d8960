import { chmod, mkdir, stat } from 'node:fs/promises';

/** The permissions of users other than the owner. */
const OTHERS = 0o077;
/** The mode bit of shared directories in which users may remove only their own files. */
const STICKY = 0o1000;
/** The permission to traverse a directory without listing it. */
const PASS_THROUGH = 0o011;

interface Warnings {
  warn(fields: object, message: string): void;
}

/**
 * Creates `DATA_DIR`, which contains decks, the database and secrets, and closes it to other users of the machine (mode 0700). An
 * existing directory is closed, too. If the server is started by root, the embedded PostgreSQL runs as another user and must traverse
 * the directory. Others may then do only that (0711).
 *
 * @param isRoot whether this process runs as root
 */
export async function prepareDataDirectory(path: string, log: Warnings, isRoot = process.getuid?.() === 0): Promise<void> {
  const allowed = isRoot ? PASS_THROUGH : 0;
  await mkdir(path, { recursive: true, mode: 0o700 | allowed });
  const { mode } = await stat(path);
  // A directory like /tmp is shared on purpose, so it must not be closed.
  if ((mode & STICKY) !== 0) {
    log.warn({ path }, 'all users of this machine share the data directory');
    return;
  }
  const tooMuch = mode & OTHERS & ~allowed;
  const wanted = (mode & 0o700) | allowed;
  if (tooMuch === 0 && (mode & 0o777) === wanted) return;
  try {
    await chmod(path, wanted);
  } catch (error) {
    // A mounted directory may belong to another user, or not support modes.
    log.warn({ err: error, path }, 'the data directory is open to other users of this machine and could not be closed');
    return;
  }
  if (tooMuch !== 0)
    log.warn({ path, was: (mode & 0o777).toString(8), now: wanted.toString(8) }, 'closed the data directory to other users');
}
