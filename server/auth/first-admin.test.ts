import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import { startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const tokenOf = (url: string | null) => url?.split('#')[1];
const join = (lectern: Awaited<ReturnType<typeof startLectern>>, inviteToken: string | undefined, email = 'first@example.com') =>
  lectern.as(null).post('/api/auth/sign-up/email', { email, password: PASSWORD, inviteToken });

it('each start makes a new link for the first admin, and the previous link stops working', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url };
  const first = await startLectern(settings);
  await first[Symbol.asyncDispose]();
  const second = await startLectern(settings);
  expectRefusal(await join(second, tokenOf(first.firstRunUrl)), 'INVITE_REQUIRED');
  expect((await join(second, tokenOf(second.firstRunUrl))).body).toMatchObject({ user: { role: 'admin' } });
  const third = await startLectern(settings);
  expect(third.firstRunUrl).toBeNull();
  await third[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await database.drop();
});

it('the configured admin is created once, whatever the case of the address', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, ADMIN_EMAIL: ' Boss@Example.COM ', ADMIN_PASSWORD: PASSWORD };
  for (let start = 0; start < 2; start += 1) {
    await using lectern = await startLectern(settings);
    expect(lectern.firstRunUrl).toBeNull();
    const answer = await lectern.as(null).post('/api/auth/sign-in/email', { email: 'boss@example.com', password: PASSWORD });
    expect(answer.body).toMatchObject({ user: { email: 'boss@example.com', role: 'admin' } });
    expect(lectern.logged.join('')).not.toContain(PASSWORD);
  }
  expect(await database.sql`select 1 from users`).toHaveLength(1);
  await database.drop();
});

it('the configured admin is created once when several instances start at the same time', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: PASSWORD };
  const started = await Promise.all([1, 2, 3, 4].map(() => startLectern(settings)));
  expect(started.map(({ firstRunUrl }) => firstRunUrl)).toEqual([null, null, null, null]);
  expect(await database.sql`select role from users`).toEqual([{ role: 'admin' }]);
  await Promise.all(started.map((lectern) => lectern[Symbol.asyncDispose]()));
  await database.drop();
});

it('an admin with a common password stops the start with a clear message', async () => {
  const starting = startLectern({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'Password1' });
  await expect(starting).rejects.toThrow('ADMIN_PASSWORD: This is one of the 10,000 most common passwords');
});

it('an admin that could not be created stops the start and does not prevent the next one', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: PASSWORD };
  await database.sql`alter table accounts rename to accounts_gone`;
  await expect(startLectern(settings)).rejects.toThrow('accounts');
  await database.sql`alter table accounts_gone rename to accounts`;
  const lectern = await startLectern(settings);
  expect((await lectern.as(null).post('/api/auth/sign-in/email', { email: 'boss@example.com', password: PASSWORD })).status).toBe(
    200,
  );
  await lectern[Symbol.asyncDispose]();
  await database.drop();
});
