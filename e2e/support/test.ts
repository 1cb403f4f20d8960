import { type Account, type Accounts, accountsOf } from './accounts.ts';
import { expect, test as guarded } from './guarded-test.ts';
import { type Lectern, startLectern } from './lectern.ts';

interface PerTest {
  /** A second Lectern that nobody has used, for what happens on a first start. */
  readonly freshLectern: Lectern;
  /** Somebody new, signed in on `page`. */
  readonly user: Account;
}

interface PerWorker {
  /** The server of this worker; tests share it and make people and decks of their own. */
  readonly lectern: Lectern;
  readonly accounts: Accounts;
}

export { expect };
export const test = guarded.extend<PerTest, PerWorker>({
  lectern: [
    async ({}, use) => {
      await using lectern = await startLectern();
      await use(lectern);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  accounts: [
    async ({ lectern }, use) => {
      await using accounts = await accountsOf(lectern);
      await use(accounts);
    },
    { scope: 'worker' },
  ],
  freshLectern: [
    async ({}, use) => {
      await using lectern = await startLectern();
      await use(lectern);
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ lectern }, use) => use(lectern.origin),
  user: async ({ accounts, context }, use) => use(await accounts.signedIn(context.request)),
});
