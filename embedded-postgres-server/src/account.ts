import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './error.ts';
import { freeUserId, idsIn } from './free-user-id.ts';
import { canRun } from './programs.ts';

/** The system user that runs a program of PostgreSQL and owns its files. */
export interface Account {
  /** Owner of the files as seen by the system. */
  readonly uid: number;
  readonly gid: number;
  /** Whether Node has to switch to that user when it spawns the program. */
  readonly drop: boolean;
  /** A command that is put before the program (`unshare …`), or an empty list. */
  readonly wrapper: readonly string[];
}

/** The server does not need an entry in /etc/passwd; initdb refuses to run without one. */
export interface Accounts {
  readonly server: Account;
  readonly initdb: Account;
}

const NOBODY = new Set([65534, 4294967294]);
/** In a range that Debian, Fedora and systemd do not use, and below 65,536, the usual limit in a container. */
const PREFERRED_UID = 59318;

/**
 * Chooses the accounts. An ordinary user runs PostgreSQL directly. PostgreSQL refuses to run as root, so root switches to a
 * dedicated user id that has no name, no group and no other files. Where the system has only one user id (rootless sandboxes), root
 * runs under another user's name inside a user namespace.
 * @param clusterOwner uid that owns an existing cluster, which keeps its owner.
 * @throws EmbeddedPostgresError when none of this is permitted.
 */
export async function chooseAccounts(clusterOwner: number | null): Promise<Accounts> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  const self: Account = { uid, gid, drop: false, wrapper: [] };
  if (uid !== 0) return { server: self, initdb: hasName() ? self : await renamed(self) };
  const named = await nameToBorrow();
  const id = ownable(clusterOwner) ?? (await freeUserId(PREFERRED_UID));
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

/** The same user under another name in a user namespace: files still belong to the caller. */
async function renamed(self: Account): Promise<Account> {
  const name = await nameToBorrow();
  const wrapper = ['unshare', '--user', `--map-user=${name}`, `--map-group=${name}`, '--'];
  const account = { ...self, wrapper };
  if (await canRun(account)) return account;
  throw new EmbeddedPostgresError(
    self.uid === 0
      ? 'PostgreSQL refuses to run as root, and this system permits neither another user nor a user namespace: start this program as an ordinary user.'
      : `PostgreSQL needs a name for user id ${self.uid} in /etc/passwd to create its data directory: add one.`,
  );
}

/** Id of a user in /etc/passwd other than root and nobody; every system has one (for example `daemon`). */
async function nameToBorrow(): Promise<number> {
  const named = (await idsIn('/etc/passwd')).find((id) => id > 0 && !NOBODY.has(id));
  if (named === undefined)
    throw new EmbeddedPostgresError('/etc/passwd has no user besides root under whose name PostgreSQL can be set up: add one.');
  return named;
}
