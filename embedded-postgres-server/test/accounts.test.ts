import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { type TestDataDirectory, createDataDirectory } from '#server/db/testing/data-directory.ts';
import { type OwnerOptions, startOwner } from '#server/db/testing/owner-process.ts';
import { processesWith } from '#server/db/testing/process-list.ts';
import { chooseAccounts } from './account.ts';
import { installedBinaries, program } from './binaries.ts';
import { runProgram } from './programs.ts';
import { startEmbeddedPostgres } from './start.ts';
import { usableBinaries } from './usable-binaries.ts';

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

let data: TestDataDirectory;
beforeEach(async () => {
  data = await createDataDirectory();
});
afterEach(() => data.remove());

async function startAndStop(options: OwnerOptions = {}): Promise<void> {
  const owner = await startOwner(data.path, options);
  await owner.stop();
  expect(processesWith(data.clusterName)).toEqual([]);
}

async function giveDataTo(uid: number): Promise<void> {
  execFileSync('chown', ['-R', String(uid), join(data.path, '..')]);
}

const clusterOwner = async () => (await stat(join(data.path, 'postgres', 'cluster'))).uid;

describe('the user that runs PostgreSQL', () => {
  it.skipIf(needsRoot !== null)(`root switches to a dedicated user that owns only the cluster${because(needsRoot)}`, async () => {
    await startAndStop();
    await startAndStop();
    expect(await clusterOwner()).toBe(59_318);
    expect((await stat(join(data.path, 'postgres'))).uid).toBe(0);
    expect((await stat(data.path)).uid).toBe(0);
  });

  it.skipIf(needsRoot !== null)(
    `root can keep the data below a directory closed to other users (0700)${because(needsRoot)}`,
    async () => {
      await data.remove();
      data = await createDataDirectory(0o700);
      const postgres = await startEmbeddedPostgres({ dataDir: data.path, log: () => undefined });
      const connection = connectDatabase({ url: postgres.url, poolSize: 1 });
      expect(await connection.sql`show data_directory`).toEqual([{ data_directory: '/proc/self/cwd' }]);
      await connection.sql`create table kept (n int)`;
      await connection.sql`checkpoint`;
      await connection.close();
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
      execFileSync('chown', [String(NAMED.uid), data.path, join(data.path, 'postgres'), join(data.path, 'postgres', 'lock')]);
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
    place = await mkdtemp('/tmp/lectern-place-');
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
    const usable = await usableBinaries(installed, accounts, join(place, 'open'));
    expect(usable.directory.startsWith(join(place, 'open'))).toBe(true);
    expect(await runProgram(accounts.server, program(usable, 'postgres'), ['--version'])).toMatchObject({ ok: true });
    expect(await usableBinaries(installed, accounts, join(place, 'open'))).toEqual(usable);
  });

  it('explains what to do on a platform without binaries', () => {
    expect(() => installedBinaries('sunos', 'sparc')).toThrow(
      /No embedded PostgreSQL is installed for sunos-sparc.*set DATABASE_URL/,
    );
  });
});
