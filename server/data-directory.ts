import { chmod, mkdir, stat } from 'node:fs/promises';

/** What others than the owner may do in the data directory. */
const OTHERS = 0o077;
/** Set on directories that are shared, where users may remove only their own files. */
const STICKY = 0o1000;
/** To pass through it, without seeing what it contains. */
const PASS_THROUGH = 0o011;

interface Warnings {
  warn(fields: object, message: string): void;
}

/**
 * Makes `DATA_DIR`, which holds decks, the database and secrets, and closes it to other users of the machine: mode 0700. A
 * directory that is there already is closed, too. Started by root, the embedded PostgreSQL runs as another user and has to
 * pass through it: then others may do that and nothing else (0711).
 *
 * @param isRoot whether this process runs as root
 */
export async function prepareDataDirectory(path: string, log: Warnings, isRoot = process.getuid?.() === 0): Promise<void> {
  const allowed = isRoot ? PASS_THROUGH : 0;
  await mkdir(path, { recursive: true, mode: 0o700 | allowed });
  const { mode } = await stat(path);
  // A directory like /tmp is shared on purpose, and not ours to close.
  if ((mode & STICKY) !== 0) {
    log.warn({ path }, 'the data directory is one that all users of this machine share');
    return;
  }
  const tooMuch = mode & OTHERS & ~allowed;
  const wanted = (mode & 0o700) | allowed;
  if (tooMuch === 0 && (mode & 0o777) === wanted) return;
  try {
    await chmod(path, wanted);
  } catch (error) {
    // A mounted directory may belong to another user, or keep no modes.
    log.warn({ err: error, path }, 'the data directory is open to other users of this machine and could not be closed');
    return;
  }
  if (tooMuch !== 0)
    log.warn({ path, was: (mode & 0o777).toString(8), now: wanted.toString(8) }, 'closed the data directory to other users');
}
