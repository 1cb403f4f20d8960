import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { SESSIONS_MAX } from '#shared/limits.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;

/** A person with two sessions, and what may happen to their account while their password is changed in the first one. */
interface Person {
  readonly user: TestUser;
  readonly elsewhere: TestUser;
  readonly admin: TestUser;
}
type Request = (server: typeof lectern, person: Person) => Promise<Answer>;

const change = (newPassword: string) => ({ currentPassword: PASSWORD, newPassword });
const REQUESTS: Readonly<Record<string, Request>> = {
  'another change of it': (server, { elsewhere }) =>
    server.as(elsewhere).post('/api/auth/change-password', change('a third one, also long')),
  'the end of all other sessions': (server, { elsewhere }) => server.as(elsewhere).delete('/api/auth/sessions'),
  'the end of the session that changes it': (server, { elsewhere, user }) =>
    server.as(elsewhere).delete(`/api/auth/sessions/${user.sessionId}`),
  'signing out elsewhere': (server, { elsewhere }) => server.as(elsewhere).post('/api/auth/sign-out', {}),
  'a sign-in that ends the oldest session': (server, { user: { email } }) =>
    server.as(null).post('/api/auth/sign-in/email', { email, password: PASSWORD }, { 'x-forwarded-for': aClientAddress() }),
  'a new name': (server, { elsewhere }) => server.as(elsewhere).patch('/api/auth/user', { name: 'Grace' }),
  'a new API key': (server, { elsewhere }) => server.as(elsewhere).post('/api/keys', { name: 'A script' }),
  'an authenticator app': (server, { elsewhere }) => server.as(elsewhere).post('/api/me/authenticator-app', {}),
  'a link to reset it': (server, { admin, user }) => server.as(admin).post(`/api/admin/users/${user.id}/password-reset`, {}),
  'an admin who disables the account': (server, { admin, user }) =>
    server.as(admin).patch(`/api/admin/users/${user.id}`, { disabled: true }),
  'the removal of the account': (server, { elsewhere }) => server.as(elsewhere).post('/api/me/remove', { decksTo: null }),
};

/** Transactions that wait for a lock. */
const waiting = async () =>
  (
    await sql`select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  ).length;

describe('while a password is changed on another instance', () => {
  it.each(Object.entries(REQUESTS))('%s neither fails nor makes it fail', async (_, ask) => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRUST_PROXY: '1' });
    const [elsewhere, admin] = [await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    await lectern.aPasswordOf(elsewhere);
    // More sessions than a person may have. The next sign-in ends the oldest ones: the last row, which changes the password, and the second.
    const second = await lectern.aSessionOf(elsewhere);
    for (let more = 2; more < SESSIONS_MAX; more += 1) await lectern.aSessionOf(elsewhere);
    const user = await lectern.aSessionOf(elsewhere);
    await sql`update sessions set updated_at = now() - interval '1 hour' where id in (${second.sessionId}, ${user.sessionId})`;

    const { changed, asked } = await sql.begin(async (tx) => {
      // The change holds the user and its session by now, and waits here.
      await tx`select from accounts where user_id = ${user.id} for update`;
      const change1 = lectern.as(user).post('/api/auth/change-password', change('another horse entirely'));
      await eventually(async () => (await waiting()) === 1);
      let isAnswered = false;
      const request = ask(other, { user, elsewhere, admin }).finally(() => (isAnswered = true));
      await eventually(async () => isAnswered || (await waiting()) === 2);
      // In functions, so that the answers are not awaited before the transaction is committed.
      return { changed: () => change1, asked: () => request };
    });
    const answers = [await changed(), await asked()];
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    expect(answers.map(({ status }) => status)).toContain(200);
  });
});
