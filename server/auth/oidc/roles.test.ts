import { afterAll, beforeEach, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { ABrowser } from './testing/a-browser.ts';
import { aProvider } from '#server/testing/sign-in-provider.ts';
import { signInWith, userOf } from './testing/a-sign-in.ts';

const provider = await aProvider({ lectern: 'http://127.0.0.1:1' });
afterAll(() => provider[Symbol.asyncDispose]());
const lectern = await aLectern({ ...provider.settings, OIDC_DOMAINS: 'example.org', OIDC_ADMIN_CLAIM: 'groups=lectern-admins' });
await provider.allow(lectern.address);
const { sql } = lectern.database;

beforeEach(() => sql`truncate rate_limits`);

async function signInAs(id: string, groups: readonly string[], wish: object = {}): Promise<ABrowser> {
  provider.accounts.set(id, { email: `${id}@example.org`, email_verified: true, groups });
  provider.person = id;
  const browser = new ABrowser();
  expect(await signInWith(lectern, browser, wish)).toBe('/');
  return browser;
}

it('the first account is made with the printed link, and stays an admin whatever the claim says', async () => {
  provider.accounts.set('early', { email: 'early@example.org', email_verified: true });
  provider.person = 'early';
  expect(await signInWith(lectern, new ABrowser())).toBe('/sign-in?refused=not-invited');
  const inviteToken = lectern.firstRunUrl?.split('#')[1];
  expect(await userOf(lectern, await signInAs('first', [], { inviteToken }))).toMatchObject({ role: 'admin' });
});

it('the role follows the claim at each sign-in, in all sessions, and is recorded', async () => {
  const open = await signInAs('ben', []);
  expect(await userOf(lectern, open)).toMatchObject({ role: 'user' });
  await signInAs('ben', ['lectern-admins']);
  expect(await userOf(lectern, open)).toMatchObject({ role: 'admin' });
  await open.post(`${lectern.address}/api/admin/invites`, {});
  const unused = () => sql`select 1 from invites join users on users.id = created_by_id where users.email = 'ben@example.org'`;
  expect(await unused()).toHaveLength(1);
  await signInAs('ben', ['staff']);
  expect(await userOf(lectern, open)).toMatchObject({ role: 'user' });
  expect(await unused()).toEqual([]);
  expect(
    await sql`select details->>'role' as role, actor_id from audit_events where kind = 'user.changed' order by at, id`,
  ).toEqual([
    { role: 'admin', actor_id: null },
    { role: 'user', actor_id: null },
  ]);
});

it('of the last two admins who lose the claim at once, one stays an admin', async () => {
  const admins = () => sql`select email from users where role = 'admin' and disabled_at is null`;
  await signInAs('ben', ['lectern-admins']);
  expect(await admins()).toHaveLength(2);
  await signInAs('ben', []);
  await signInAs('first', []);
  expect(await admins()).toHaveLength(1);
});
