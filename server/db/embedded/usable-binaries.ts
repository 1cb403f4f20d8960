import { tmpdir } from 'node:os';
import type { Accounts } from './account.ts';
import { copyBinaries } from './binaries-copy.ts';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canEnter, runProgram } from './programs.ts';

/**
 * Binaries that the accounts can really run. Usually the installed ones; but a project under /root is
 * closed to the user that root drops to, and `npm ci --ignore-scripts` leaves out the links among the
 * libraries. Then a copy serves (about 57 MB, made once per version).
 * @param ownDirectory the first place for a copy: nobody else writes there.
 * @throws EmbeddedPostgresError with the reason when they run nowhere (another libc, for example).
 */
export async function usableBinaries(installed: Binaries, accounts: Accounts, ownDirectory: string): Promise<Binaries> {
  const trouble = await whyNotRunnable(installed, accounts);
  if (trouble === null) return installed;
  for (const place of [ownDirectory, '/var/lib', '/var/tmp', tmpdir()]) {
    const copy = (await canEnter(accounts.server, place)) ? await copyBinaries(installed, place) : null;
    if (copy && (await whyNotRunnable(copy, accounts)) === null) return copy;
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${installed.directory} does not run on this machine (${trouble}): set DATABASE_URL to a PostgreSQL server.`,
  );
}

async function whyNotRunnable(binaries: Binaries, accounts: Accounts): Promise<string | null> {
  const outcomes = await Promise.all([
    runProgram(accounts.server, program(binaries, 'postgres'), ['--version']),
    runProgram(accounts.initdb, program(binaries, 'initdb'), ['--version']),
  ]);
  return outcomes.find(({ ok }) => !ok)?.output ?? null;
}
