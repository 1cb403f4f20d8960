import { expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { anInvite, PASSWORD } from '#server/testing/joining.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const join = (body: unknown) => lectern.as(null).post('/api/auth/sign-up/email', body);

async function rowsOf(emails: string[]) {
  const { sql } = lectern.database;
  const [row] =
    await sql`select count(distinct users.id)::int as users, count(distinct accounts.id)::int as accounts, count(distinct sessions.id)::int as sessions
    from users left join accounts on accounts.user_id = users.id left join sessions on sessions.user_id = users.id where users.email in ${sql(emails)}`;
  return row;
}

it('a hundred sign-ups that race for one invite make one user, and the others are refused without waiting for a hash', async () => {
  const { token } = await anInvite(lectern, { role: 'admin' });
  // More than the queue of hashes can hold.
  const emails = Array.from({ length: 100 }, (_, at) => `racer-${at}@example.com`);
  const answers = await Promise.all(emails.map((email) => join({ email, password: PASSWORD, inviteToken: token })));
  const losers = answers.filter(({ status }) => status !== 200);
  expect(losers).toHaveLength(99);
  for (const loser of losers) {
    expectRefusal(loser, 'INVITE_REQUIRED');
    expect(loser.headers['set-cookie']).toBeUndefined();
  }
  expect(await rowsOf(emails)).toEqual({ users: 1, accounts: 1, sessions: 1 });
});

it('twenty invites used for one address make one user, and nineteen stay unused', async () => {
  const invites = await Promise.all(Array.from({ length: 20 }, () => anInvite(lectern)));
  const email = 'one@example.com';
  const answers = await Promise.all(invites.map(({ token }) => join({ email, password: PASSWORD, inviteToken: token })));
  const losers = answers.filter(({ status }) => status !== 200);
  expect(losers).toHaveLength(19);
  for (const loser of losers) expectRefusal(loser, 'EMAIL_TAKEN');
  expect(await rowsOf([email])).toEqual({ users: 1, accounts: 1, sessions: 1 });
  const { sql } = lectern.database;
  expect(await sql`select id from invites where used_at is null and id in ${sql(invites.map(({ id }) => id))}`).toHaveLength(19);
});
