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
/** Ordinary users: one that /etc/passwd names, and one that it does not (`docker run --user 12345`). */
const NAMED = { uid: 1, gid: 1 };
const NAMELESS = { uid: 54_321, gid: 54_321 };

/** Why a case cannot be tried here, or null. */
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

/** Behind a case's name: why it is left out. */
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

describe('who runs PostgreSQL', () => {
  it.skipIf(needsRoot !== null)(`root drops to a user of its own that has only the cluster${because(needsRoot)}`, async () => {
    await startAndStop();
    await startAndStop();
    expect(await clusterOwner()).toBe(59_318);
    expect((await stat(join(data.path, 'postgres'))).uid).toBe(0);
    expect((await stat(data.path)).uid).toBe(0);
  });

  it.skipIf(needsRoot !== null)(`root with the data under a closed directory (0700)${because(needsRoot)}`, async () => {
    await data.remove();
    data = await createDataDirectory(0o700);
    const postgres = await startEmbeddedPostgres({ dataDir: data.path, log: () => undefined });
    const connection = connectDatabase({ url: postgres.url, poolSize: 1 });
    expect(await connection.sql`show data_directory`).toEqual([{ data_directory: '/proc/self/cwd' }]);
    await connection.sql`create table kept (n int)`;
    await connection.sql`checkpoint`;
    await connection.close();
    await postgres.stop();
  });

  it.skipIf(asUser !== null)(`an ordinary user runs it itself, and root goes on as that user${because(asUser)}`, async () => {
    await giveDataTo(NAMED.uid);
    await startAndStop(NAMED);
    expect(await clusterOwner()).toBe(NAMED.uid);
    await startAndStop(); // now root: it goes on as that user, who can come back
    expect(await clusterOwner()).toBe(NAMED.uid);
    await startAndStop(NAMED);
  });

  it.skipIf(asNameless !== null)(`an ordinary user without a name in /etc/passwd, too${because(asNameless)}`, async () => {
    await giveDataTo(NAMELESS.uid);
    await startAndStop(NAMELESS);
    expect(await clusterOwner()).toBe(NAMELESS.uid);
  });

  it.skipIf(asUser !== null)(`an ordinary user is told whose root's cluster is${because(asUser)}`, async () => {
    await startAndStop();
    execFileSync('chown', [String(NAMED.uid), data.path, join(data.path, 'postgres'), join(data.path, 'postgres', 'lock')]);
    await expect(startOwner(data.path, NAMED)).rejects.toThrow(/belongs to user id 59318, not to this user \(1\)/);
  });

  it.skipIf(asSoleRoot !== null)(`root in a sandbox that has no other user${because(asSoleRoot)}`, async () => {
    await startAndStop(SOLE_ROOT);
    expect(await clusterOwner()).toBe(process.getuid?.());
  });
});

describe('where the binaries are', () => {
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
    ['an install without the links among the libraries (npm ci --ignore-scripts)', 0o755],
    ['an install under a closed directory', 0o700],
  ])('%s is mended by a copy, once', async (_, mode) => {
    const closed = join(place, 'closed');
    await mkdir(closed);
    const installed = await installedAt(closed, mode);
    const accounts = await chooseAccounts(null);
    const usable = await usableBinaries(installed, accounts, join(place, 'open'));
    expect(usable.directory.startsWith(join(place, 'open'))).toBe(true);
    expect(await runProgram(accounts.server, program(usable, 'postgres'), ['--version'])).toMatchObject({ ok: true });
    expect(await usableBinaries(installed, accounts, join(place, 'open'))).toEqual(usable);
  });

  it('says plainly what to do where the platform has none', () => {
    expect(() => installedBinaries('sunos', 'sparc')).toThrow(
      /No embedded PostgreSQL is installed for sunos-sparc.*set DATABASE_URL/,
    );
  });
});
