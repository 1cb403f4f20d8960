import { tmpdir } from 'node:os';
import type { Accounts } from './account.ts';
import { copyBinaries } from './binaries-copy.ts';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';
import { canEnter, runProgram } from './programs.ts';

/**
 * Binaries that the accounts can run. These are usually the installed ones. But a project below /root is closed to the user that
 * root switches to, and `npm ci --ignore-scripts` leaves out the symbolic links of the libraries. In both cases a copy is used
 * (about 57 MB, made once per version).
 * @param layout `root` is the first place for a copy, because no other user writes there
 * @throws EmbeddedPostgresError with the reason when they cannot run anywhere (another libc, for example).
 */
export async function usableBinaries(
  installed: Binaries,
  accounts: Accounts,
  layout: Pick<Layout, 'root' | 'name'>,
): Promise<Binaries> {
  const trouble = await whyNotRunnable(installed, accounts);
  if (trouble === null) return installed;
  for (const place of [layout.root, '/var/lib', '/var/tmp', tmpdir()]) {
    const copy = (await canEnter(accounts.server, place)) ? await copyBinaries(installed, place, layout.name) : null;
    if (copy && (await whyNotRunnable(copy, accounts)) === null) return copy;
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${installed.directory} does not run on this machine (${trouble}): use another PostgreSQL server.`,
  );
}

async function whyNotRunnable(binaries: Binaries, accounts: Accounts): Promise<string | null> {
  const outcomes = await Promise.all([
    runProgram(accounts.server, program(binaries, 'postgres'), ['--version']),
    runProgram(accounts.initdb, program(binaries, 'initdb'), ['--version']),
  ]);
  return outcomes.find(({ ok }) => !ok)?.output ?? null;
}
