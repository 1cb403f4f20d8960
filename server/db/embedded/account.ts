import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './error.ts';
import { canRun } from './programs.ts';

/** Under whom a program of PostgreSQL runs, and to whom its files belong. */
export interface Account {
  /** Owner of the files, as the system sees it. */
  readonly uid: number;
  readonly gid: number;
  /** Whether Node has to drop to that user when it spawns. */
  readonly drop: boolean;
  /** A command to put before the program (`unshare …`), or nothing. */
  readonly wrapper: readonly string[];
}

/** The server needs no entry in /etc/passwd; initdb refuses to run without one. */
export interface Accounts {
  readonly server: Account;
  readonly initdb: Account;
}

const NOBODY = new Set([65534, 4294967294]);
/** In the range that Debian, Fedora and systemd leave alone, and inside a container's usual 65,536. */
const PREFERRED_UID = 59318;

/**
 * Chooses the accounts. An ordinary user runs PostgreSQL itself. Root may not, so it drops to a user
 * of Lectern's own that has no name, no group and no other files; where the system knows only one
 * user id (rootless sandboxes) it takes another name inside a user namespace.
 * @param clusterOwner uid that owns an existing cluster: whoever had it keeps it.
 * @throws EmbeddedPostgresError when none of this is permitted.
 */
export async function chooseAccounts(clusterOwner: number | null): Promise<Accounts> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  const self: Account = { uid, gid, drop: false, wrapper: [] };
  if (uid !== 0) return { server: self, initdb: hasName() ? self : await renamed(self) };
  const named = await nameToBorrow();
  const id = ownable(clusterOwner) ?? (await freeId());
  const server: Account = { uid: id, gid: id, drop: true, wrapper: [] };
  const initdb: Account = { ...server, uid: named, gid: named };
  if ((await canRun(server)) && (await canRun(initdb))) return { server, initdb };
  const inside = await renamed(self);
  return { server: inside, initdb: inside };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function ownable(owner: number | null): number | null {
  return owner === null || owner === 0 || NOBODY.has(owner) ? null : owner;
}

/** The same user under a borrowed name in a user namespace: files stay the caller's. */
async function renamed(self: Account): Promise<Account> {
  const name = await nameToBorrow();
  const wrapper = ['unshare', '--user', `--map-user=${name}`, `--map-group=${name}`, '--'];
  const account = { ...self, wrapper };
  if (await canRun(account)) return account;
  throw new EmbeddedPostgresError(
    self.uid === 0
      ? 'PostgreSQL refuses to run as root, and this system permits neither another user nor a user namespace: start Lectern as an ordinary user, or set DATABASE_URL.'
      : `PostgreSQL needs a name for user id ${self.uid} in /etc/passwd to make its data directory: add one, or set DATABASE_URL.`,
  );
}

/** Id of a user in /etc/passwd that is neither root nor nobody; every system has some (`daemon`). */
async function nameToBorrow(): Promise<number> {
  const named = (await idsIn('/etc/passwd')).find((id) => id > 0 && !NOBODY.has(id));
  if (named === undefined)
    throw new EmbeddedPostgresError(
      '/etc/passwd names no user besides root that PostgreSQL could be set up as: set DATABASE_URL.',
    );
  return named;
}

async function freeId(): Promise<number> {
  const taken = new Set([...(await idsIn('/etc/passwd')), ...(await idsIn('/etc/group'))]);
  let id = PREFERRED_UID;
  while (taken.has(id)) id -= 1;
  return id;
}

/** Third field of every line: the user id in passwd, the group id in group. */
async function idsIn(file: string): Promise<number[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.map((line) => Number.parseInt(line.split(':')[2] ?? '', 10)).filter(Number.isInteger);
}
