import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../testing/connect.ts';
import { createDirectory, NAME, type TestDirectory } from '../testing/directory.ts';
import { type OwnerOptions, startOwner } from '../testing/owner-process.ts';
import { chooseAccounts } from '../src/account.ts';
import { installedBinaries, program } from '../src/binaries.ts';
import { runProgram } from '../src/programs.ts';
import { startEmbeddedPostgres } from '../src/start.ts';
import { usableBinaries } from '../src/usable-binaries.ts';

const isRoot = process.getuid?.() === 0;
/** Two ordinary users: one is in /etc/passwd, the other is not (`docker run --user 12345`). */
const NAMED = { uid: 1, gid: 1 };
const NAMELESS = { uid: 54_321, gid: 54_321 };

/** Why a case cannot run here, or null. */
function obstacle(options: OwnerOptions): string | null {
  const { wrapper = [], ...identity } = options;
  const [file, ...args] = [...wrapper, process.execPath, '--version'];
  try {
    execFileSync(file, args, { ...identity, stdio: 'pipe' });
    return null;
  } catch (error) {
    return String(error).split('\n').slice(0, 2).join(' ');
  }
}

/** Suffix of a test title: why the case is skipped. */
const because = (reason: string | null) => (reason === null ? '' : ` (left out: ${reason})`);

const needsRoot = isRoot ? null : 'needs root';
const asUser = needsRoot ?? obstacle(NAMED);
const asNameless = asUser ?? obstacle({ ...NAMELESS, wrapper: ['unshare', '--user', '--map-user=1', '--map-group=1'] });
const SOLE_ROOT = { wrapper: ['unshare', '--user', '--map-root-user'] };
const asSoleRoot = obstacle(SOLE_ROOT);

let data: TestDirectory;
beforeEach(async () => {
  data = await createDirectory();
});
afterEach(() => data.remove());

async function startAndStop(options: OwnerOptions = {}): Promise<void> {
  const owner = await startOwner(data.path, options);
  await owner.stop();
  expect(data.processes()).toEqual([]);
}

async function giveDataTo(uid: number): Promise<void> {
  execFileSync('chown', ['-R', String(uid), join(data.path, '..')]);
}

const clusterOwner = async () => (await stat(join(data.path, 'cluster'))).uid;

describe('the user that runs PostgreSQL', () => {
  it.skipIf(needsRoot !== null)(`root switches to a dedicated user that owns only the cluster${because(needsRoot)}`, async () => {
    await startAndStop();
    await startAndStop();
    expect(await clusterOwner()).toBe(59_318);
    expect((await stat(data.path)).uid).toBe(0);
  });

  it.skipIf(needsRoot !== null)(
    `root can keep the data below a directory closed to other users (0700)${because(needsRoot)}`,
    async () => {
      await data.remove();
      data = await createDirectory(0o700);
      const postgres = await startEmbeddedPostgres({ directory: data.path, name: NAME, log: () => undefined });
      const sql = connect(postgres.url);
      expect(await sql`show data_directory`).toEqual([{ data_directory: '/proc/self/cwd' }]);
      await sql`create table kept (n int)`;
      await sql`checkpoint`;
      await sql.end({ timeout: 2 });
      await postgres.stop();
    },
  );

  it.skipIf(asUser !== null)(
    `an ordinary user runs PostgreSQL directly, and root later continues as that user${because(asUser)}`,
    async () => {
      await giveDataTo(NAMED.uid);
      await startAndStop(NAMED);
      expect(await clusterOwner()).toBe(NAMED.uid);
      await startAndStop(); // as root: runs as that user, so that the user can start it again
      expect(await clusterOwner()).toBe(NAMED.uid);
      await startAndStop(NAMED);
    },
  );

  it.skipIf(asNameless !== null)(`an ordinary user without a name in /etc/passwd can run it${because(asNameless)}`, async () => {
    await giveDataTo(NAMELESS.uid);
    await startAndStop(NAMELESS);
    expect(await clusterOwner()).toBe(NAMELESS.uid);
  });

  it.skipIf(asUser !== null)(
    `an ordinary user gets an error that names the owner of a cluster created by root${because(asUser)}`,
    async () => {
      await startAndStop();
      execFileSync('chown', [String(NAMED.uid), data.path, join(data.path, 'lock')]);
      await expect(startOwner(data.path, NAMED)).rejects.toThrow(/belongs to user id 59318, not to this user \(1\)/);
    },
  );

  it.skipIf(asSoleRoot !== null)(`root can run it in a sandbox that has no other user${because(asSoleRoot)}`, async () => {
    await startAndStop(SOLE_ROOT);
    expect(await clusterOwner()).toBe(process.getuid?.());
  });
});

describe('the location of the binaries', () => {
  let place: string;
  beforeEach(async () => {
    place = await mkdtemp('/tmp/tested-place-');
    await chmod(place, 0o755);
    await mkdir(join(place, 'open'));
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  async function installedAt(directory: string, mode: number) {
    const installed = installedBinaries();
    await cp(installed.directory, join(directory, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) =>
        !/\.so(\.\d+)*$/.test(source) || !/^libicu(data|i18n|uc)\.so(\.60)?$/.test(source.split('/').at(-1) ?? ''),
    });
    await chmod(directory, mode);
    return { ...installed, directory: join(directory, 'native') };
  }

  it.each([
    ['an install without the symbolic links of its libraries (npm ci --ignore-scripts)', 0o755],
    ['an install below a directory closed to other users', 0o700],
  ])('%s is replaced by a copy, made once', async (_, mode) => {
    const closed = join(place, 'closed');
    await mkdir(closed);
    const installed = await installedAt(closed, mode);
    const accounts = await chooseAccounts(null);
    const usable = await usableBinaries(installed, accounts, { root: join(place, 'open'), name: NAME });
    expect(usable.directory.startsWith(join(place, 'open'))).toBe(true);
    expect(await runProgram(accounts.server, program(usable, 'postgres'), ['--version'])).toMatchObject({ ok: true });
    expect(await usableBinaries(installed, accounts, { root: join(place, 'open'), name: NAME })).toEqual(usable);
  });

  it('explains what to do on a platform without binaries', () => {
    expect(() => installedBinaries('sunos', 'sparc')).toThrow(
      /No embedded PostgreSQL is installed for sunos-sparc.*use another PostgreSQL server/,
    );
  });
});
