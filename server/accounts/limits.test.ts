import { expect, it } from 'vitest';
import { PASSWORD } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { meSchema } from '#shared/accounts.ts';
import { INVITES_UNUSED_MAX, KEYS_MAX, SESSIONS_MAX } from '#shared/limits.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

it('a user can have at most a hundred API keys, even with simultaneous requests', async () => {
  const user = await lectern.aUser();
  await sql`insert into api_keys (id, user_id, name, prefix, secret_hash, access)
    select gen_random_uuid(), ${user.id}, 'x', 'lectern_', gen_random_uuid(), 'read' from generate_series(1, ${KEYS_MAX - 2})`;
  const make = () => lectern.as(user).post('/api/keys', { name: 'x' });
  const answers = await Promise.all(Array.from({ length: 6 }, make));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(4);
  for (const answer of refused) expect(expectRefusal(answer, 'LIMIT_REACHED')).toEqual({ limit: KEYS_MAX });
  await sql`delete from api_keys where id = (select id from api_keys where user_id = ${user.id} limit 1)`;
  expect((await make()).status).toBe(201);
});

it('an admin can have at most five hundred unused invites; used and expired ones do not count', async () => {
  const admin = await lectern.aUser({ role: 'admin' });
  await sql`insert into invites (id, token_hash, role, expires_at, created_by_id)
    select gen_random_uuid(), gen_random_uuid(), 'user', now() + interval '1 day', ${admin.id} from generate_series(1, ${INVITES_UNUSED_MAX - 1})`;
  await sql`insert into invites (id, token_hash, role, expires_at, created_by_id)
    select gen_random_uuid(), gen_random_uuid(), 'user', now() - interval '1 day', ${admin.id} from generate_series(1, 5)`;
  await sql`insert into invites (id, token_hash, role, expires_at, created_by_id, used_at)
    select gen_random_uuid(), gen_random_uuid(), 'user', now() + interval '1 day', ${admin.id}, now() from generate_series(1, 5)`;
  const make = () => lectern.as(admin).post('/api/admin/invites', {});
  const answers = await Promise.all([make(), make(), make()]);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(2);
  for (const answer of refused) expect(expectRefusal(answer, 'LIMIT_REACHED')).toEqual({ limit: INVITES_UNUSED_MAX });
  const other = await lectern.aUser({ role: 'admin' });
  expect((await lectern.as(other).post('/api/admin/invites', {})).status).toBe(201);
});

it('a user can have at most a hundred sessions: a new one ends the least recently used one', async () => {
  const user = await lectern.aUser();
  await lectern.aPasswordOf(user);
  await sql`update sessions set updated_at = now() - interval '1 hour' where id = ${user.sessionId}`;
  const used = await lectern.aSessionOf(user);
  await sql`insert into sessions (id, user_id, token, expires_at, updated_at)
    select gen_random_uuid(), ${user.id}, gen_random_uuid(), now() + interval '1 day', now() - interval '1 minute'
    from generate_series(1, ${SESSIONS_MAX - 2})`;
  const answer = await lectern.as(null).post('/api/auth/sign-in/email', { email: user.email, password: PASSWORD });
  expect(answer.status).toBe(200);
  expect(await sql`select id from sessions where user_id = ${user.id}`).toHaveLength(SESSIONS_MAX);
  expectRefusal(await lectern.as(user).get('/api/decks'), 'UNAUTHENTICATED');
  expect((await lectern.as(used).get('/api/decks')).status).toBe(200);
});

it('a user can get their account, and with an API key also the key', async () => {
  const user = await lectern.aUser({ name: 'Grace' });
  const person = { id: user.id, name: 'Grace', email: user.email, role: 'user' };
  expect((await lectern.as(user).get('/api/me')).body).toEqual({ user: person, key: null });
  const { body } = await lectern.as(user).post('/api/keys', { name: 'Nightly', access: 'read', expiresInDays: 3 });
  const { key, id, prefix, expiresAt } = body as Record<string, string>;
  const asked = await lectern.as(null).get('/api/me', { authorization: `Bearer ${key}` });
  expect(meSchema.parse(asked.body)).toEqual({ user: person, key: { id, name: 'Nightly', prefix, access: 'read', expiresAt } });
  expectRefusal(await lectern.as(null).get('/api/me'), 'UNAUTHENTICATED');
});
