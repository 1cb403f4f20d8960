import { describe, expect, it } from 'vitest';
import type { TransactionSql } from 'postgres';
import { PROCEDURES } from '#server/rest/procedures.ts';
import { aDemotionTooLate } from '#server/rest/testing/last-admin.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Api } from '#server/testing/api.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { anInvite, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { deckListSchema } from '#shared/decks.ts';
import { inviteListSchema } from '#shared/invites.ts';
import { newApiKeySchema } from '#shared/keys.ts';
import { managedUserSchema, userListSchema } from '#shared/users.ts';

const PATH = '/api/admin/users';
const lectern = await aLectern();
const admin = await lectern.aUser({ role: 'admin', name: 'Ada' });
const api = lectern.as(admin);

const keyOf = async (user: TestUser) => newApiKeySchema.parse((await lectern.as(user).post('/api/keys', { name: 'x' })).body).key;
const withKey = (key: string) => lectern.as(null).get('/api/decks', { authorization: `Bearer ${key}` });

describe('the list', () => {
  it('shows all users by email address, in pages, with role, state and number of decks', async () => {
    const owner = await lectern.aUser({ name: 'Olga' });
    await lectern.aDeck({ owner });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = userListSchema.parse((await api.get(`${PATH}?limit=1${cursor}`)).body);
      seen.push(...page.items.map(({ email }) => email));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(seen.toSorted());
    const { items } = userListSchema.parse((await api.get(`${PATH}?limit=100`)).body);
    expect(items.map(({ email }) => email)).toEqual(seen);
    expect(items.find(({ id }) => id === owner.id)).toMatchObject({ name: 'Olga', role: 'user', disabled: false, deckCount: 1 });
    expect(JSON.stringify(items)).not.toMatch(/password|token|hash/i);
  });
});

describe('an admin', () => {
  it('can rename, promote and demote other users', async () => {
    const user = await lectern.aUser();
    const answer = await api.patch(`${PATH}/${user.id}`, { name: '  Grace  ', role: 'admin' });
    expect(managedUserSchema.parse(answer.body)).toMatchObject({ id: user.id, name: 'Grace', role: 'admin' });
    expect((await lectern.as(user).get(PATH)).status).toBe(200);
    await api.patch(`${PATH}/${user.id}`, { role: 'user' });
    expectRefusal(await lectern.as(user).get(PATH), 'FORBIDDEN');
  });

  it.each([{ role: 'user' }, { disabled: true }])('cannot change themselves with %j', async (change) => {
    expectRefusal(await api.patch(`${PATH}/${admin.id}`, change), 'FORBIDDEN');
  });

  it('can change their own name and send unchanged fields', async () => {
    expect((await api.patch(`${PATH}/${admin.id}`, { name: 'Ada', role: 'admin', disabled: false })).status).toBe(200);
    expect((await api.patch(`${PATH}/${admin.id}`, {})).status).toBe(200);
  });

  it('cannot remove themselves', async () => {
    expectRefusal(await api.delete(`${PATH}/${admin.id}`), 'FORBIDDEN');
  });

  it('gets an error for an unknown user', async () => {
    expectRefusal(await api.patch(`${PATH}/nobody`, { name: 'x' }), 'USER_NOT_FOUND');
    expectRefusal(await api.delete(`${PATH}/nobody`), 'USER_NOT_FOUND');
  });

  it.each([{ role: 'owner' }, { name: '' }, { name: 'a\nb' }, { disabled: 'yes' }, { role: null }])(
    'gets an error for %j',
    async (change) => {
      expectRefusal(await api.patch(`${PATH}/${admin.id}`, change), 'VALIDATION_FAILED');
    },
  );
});

describe('a disabled user', () => {
  it('loses sessions and keys immediately; the keys work again when the user is enabled', async () => {
    const user = await lectern.aUser();
    const other = await lectern.aSessionOf(user);
    const key = await keyOf(user);
    expect((await withKey(key)).status).toBe(200);
    expect((await api.patch(`${PATH}/${user.id}`, { disabled: true })).body).toMatchObject({ disabled: true });
    for (const { cookie } of [user, other]) expectRefusal(await lectern.as({ cookie }).get('/api/decks'), 'UNAUTHENTICATED');
    expect((await lectern.as(user).get('/api/auth/get-session')).body).toBeNull();
    expectRefusal(await withKey(key), 'UNAUTHENTICATED');
    await api.patch(`${PATH}/${user.id}`, { disabled: false });
    expect((await withKey(key)).status).toBe(200);
    // The sessions have ended; the user must sign in again.
    expectRefusal(await lectern.as(user).get('/api/decks'), 'UNAUTHENTICATED');
  });

  it('cannot sign in', async () => {
    const { token } = await anInvite(lectern);
    const credentials = { email: 'disabled@example.com', password: PASSWORD };
    const joined = await lectern.as(null).post('/api/auth/sign-up/email', { ...credentials, inviteToken: token });
    const { user } = joined.body as { user: { id: string } };
    await api.patch(`${PATH}/${user.id}`, { disabled: true });
    expectRefusal(await lectern.as(null).post('/api/auth/sign-in/email', credentials), 'INVALID_CREDENTIALS');
  });
});

describe('a removed user', () => {
  it('leaves decks to the admin and notes in their decks', async () => {
    const user = await lectern.aUser({ name: 'Gone' });
    const key = await keyOf(user);
    const deck = await lectern.aDeck({ owner: user, title: 'Inherited' });
    await lectern.as(user).put(`/api/decks/${deck.id}/notes/0`, { body: 'still here' });
    expect((await api.delete(`${PATH}/${user.id}`)).status).toBe(204);
    expectRefusal(await lectern.as(user).get('/api/decks'), 'UNAUTHENTICATED');
    expectRefusal(await withKey(key), 'UNAUTHENTICATED');
    const { items } = deckListSchema.parse((await api.get('/api/decks?owner=me&query=Inherited')).body);
    expect(items).toMatchObject([{ id: deck.id, ownerId: admin.id, owner: { name: 'Ada' } }]);
    expect((await api.get(`/api/decks/${deck.id}/notes`)).body).toMatchObject({
      items: [{ body: 'still here', updatedBy: { name: 'Removed user' } }],
    });
    expect((await api.get(`/api/decks/${deck.id}`)).body).toMatchObject({
      currentVersion: { createdBy: { name: 'Removed user' } },
    });
    expectRefusal(await api.delete(`${PATH}/${user.id}`), 'USER_NOT_FOUND');
  });

  it('leaves nothing incomplete from an upload that was running', async () => {
    const user = await lectern.aUser();
    const before = await settled(lectern);
    const [uploaded, removed] = await Promise.all([
      lectern.as(user).send('POST', '/api/decks', anUpload(await aPackage())),
      api.delete(`${PATH}/${user.id}`),
    ]);
    const after = await settled(lectern);
    expect(removed.status).toBe(204);
    expect(after.decks - before.decks).toBe(uploaded.status === 201 ? 1 : 0);
    expect(after.blobs.length - before.blobs.length).toBe(after.decks - before.decks);
  });
});

describe('unused invites', () => {
  it.each([
    ['demoted', { role: 'user' }],
    ['disabled', { disabled: true }],
    ['removed', null],
  ] as const)('are revoked when the admin who created them is %s', async (_, change) => {
    const maker = await lectern.aUser({ role: 'admin', name: 'Maker' });
    const { body } = await lectern.as(maker).post('/api/admin/invites', {});
    const { id, token } = body as { id: string; token: string };
    const path = `${PATH}/${maker.id}`;
    expect((change === null ? await api.delete(path) : await api.patch(path, change)).status).toBeLessThan(300);
    const { items } = inviteListSchema.parse((await api.get('/api/admin/invites?limit=100')).body);
    expect(items.map((invite) => invite.id)).not.toContain(id);
    expectRefusal(
      await lectern
        .as(null)
        .post('/api/auth/sign-up/email', { email: 'late@example.com', password: PASSWORD, inviteToken: token }),
      'INVITE_REQUIRED',
    );
  });
});

describe('an admin whose rights end while their request waits', () => {
  interface Action {
    readonly procedure: string;
    readonly ask: (api: Api, target: { user: TestUser; inviteId: string }) => Promise<Answer>;
  }
  const ACTIONS: Record<string, Action> = {
    'demotes another admin': {
      procedure: 'users.update',
      ask: (who, { user }) => who.patch(`${PATH}/${user.id}`, { role: 'user' }),
    },
    'renames a user': { procedure: 'users.update', ask: (who, { user }) => who.patch(`${PATH}/${user.id}`, { name: 'Changed' }) },
    'disables a user': { procedure: 'users.update', ask: (who, { user }) => who.patch(`${PATH}/${user.id}`, { disabled: true }) },
    'removes a user': { procedure: 'users.delete', ask: (who, { user }) => who.delete(`${PATH}/${user.id}`) },
    'removes the second factors of a user': {
      procedure: 'twoFactor.reset',
      ask: (who, { user }) => who.delete(`${PATH}/${user.id}/two-factor`),
    },
    'creates an invite': { procedure: 'invites.create', ask: (who) => who.post('/api/admin/invites', { role: 'admin' }) },
    'creates several invites': {
      procedure: 'invites.createSeveral',
      ask: (who) => who.post('/api/admin/invites/several', { emails: ['one@example.com', 'two@example.com'] }),
    },
    'makes a link for a new password': {
      procedure: 'passwordResets.create',
      ask: (who, { user }) => who.post(`${PATH}/${user.id}/password-reset`),
    },
    'revokes an invite': {
      procedure: 'invites.delete',
      ask: (who, { inviteId }) => who.delete(`/api/admin/invites/${inviteId}`),
    },
  };
  const ENDS: Record<string, { code: ErrorCode; happens: (tx: TransactionSql, id: string) => Promise<unknown> }> = {
    'is demoted': { code: 'FORBIDDEN', happens: (tx, id) => tx`update users set role = 'user' where id = ${id}` },
    'is disabled': { code: 'UNAUTHENTICATED', happens: (tx, id) => tx`update users set disabled_at = now() where id = ${id}` },
    'is removed': { code: 'UNAUTHENTICATED', happens: (tx, id) => tx`delete from users where id = ${id}` },
    'is signed out': { code: 'UNAUTHENTICATED', happens: (tx, id) => tx`delete from sessions where user_id = ${id}` },
  };
  const { sql } = lectern.database;
  const state = async () =>
    JSON.stringify([
      await sql`select id, name, role, disabled_at from users where name = 'Target' order by id`,
      await sql`select id from invites order by id`,
      await sql`select user_id, token_hash from password_resets order by user_id`,
      await sql`select user_id from authenticator_apps order by user_id`,
      await sql`select id from sessions where user_id in (select id from users where name = 'Target') order by id`,
    ]);
  const cases = Object.entries(ACTIONS).flatMap(([action, { ask }]) =>
    Object.entries(ENDS).map(([end, { code, happens }]) => ({ action, end, ask, code, happens })),
  );

  it('is tested with every mutation of admins', () => {
    const ofAdmins = [...PROCEDURES].filter(([, { type, meta }]) => type === 'mutation' && meta?.access === 'admin');
    const tested = new Set(Object.values(ACTIONS).map(({ procedure }) => procedure));
    expect([...tested].toSorted()).toEqual(ofAdmins.map(([name]) => name).toSorted());
  });

  it.each(cases)('$action and $end meanwhile: the request is refused and changes nothing', async ({ ask, code, happens }) => {
    const actor = await lectern.aUser({ role: 'admin' });
    const user = await lectern.aUser({ role: 'admin', name: 'Target' });
    await sql`insert into authenticator_apps (user_id, secret, confirmed_at) values (${user.id}, 'unknown', now())`;
    const { id: inviteId } = await anInvite(lectern);
    const before = await state();
    const { asked } = await sql.begin(async (tx) => {
      // Rights are checked without a lock when the request arrives, and with a lock before it writes.
      await tx`select id from users where id = ${actor.id} for update`;
      await tx`select id from sessions where user_id = ${actor.id} for update`;
      const answer = ask(lectern.as(actor), { user, inviteId });
      const waiting = () => sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => (await waiting()).length > 0);
      await happens(tx, actor.id);
      // Wrapped in an object, so that the promise is not awaited before the transaction ends.
      return { asked: answer };
    });
    expectRefusal(await asked, code);
    expect(await state()).toBe(before);
  });
});

describe('the last admin', () => {
  it('remains when two admins demote each other at the same time', async () => {
    await using small = await startLectern();
    for (let round = 0; round < 5; round += 1) {
      await small.database.sql`update users set role = 'user'`;
      const [one, two] = [await small.aUser({ role: 'admin' }), await small.aUser({ role: 'admin' })];
      const answers = await Promise.all([
        small.as(one).patch(`${PATH}/${two.id}`, { role: 'user' }),
        small.as(two).patch(`${PATH}/${one.id}`, { role: 'user' }),
      ]);
      const [row] = await small.database.sql<
        { admins: number }[]
      >`select count(*)::int as admins from users where role = 'admin'`;
      expect(row?.admins).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.map(({ status }) => status).every((status) => [200, 403, 409].includes(status))).toBe(true);
    }
  });

  it('is not the only protected one: with a third admin, one of two requests that demote each other is refused as well', async () => {
    await using small = await startLectern();
    await small.aUser({ role: 'admin' });
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await small.aUser({ role: 'admin' }), await small.aUser({ role: 'admin' })];
      const answers = await Promise.all([
        small.as(one).patch(`${PATH}/${two.id}`, { role: 'user' }),
        small.as(two).patch(`${PATH}/${one.id}`, { role: 'user' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const admins = await small.database.sql`select id from users where role = 'admin' and id in (${one.id}, ${two.id})`;
      expect(admins).toHaveLength(1);
    }
  });

  it('remains when admins remove or disable each other at the same time', async () => {
    await using small = await startLectern();
    const admins = await Promise.all(Array.from({ length: 6 }, () => small.aUser({ role: 'admin' })));
    await Promise.all(
      admins.map((each, at) => {
        const next = admins[(at + 1) % admins.length]?.id ?? '';
        return at % 2 === 0
          ? small.as(each).delete(`${PATH}/${next}`)
          : small.as(each).patch(`${PATH}/${next}`, { disabled: true });
      }),
    );
    const [row] = await small.database.sql<
      { admins: number }[]
    >`select count(*)::int as admins from users where role = 'admin' and disabled_at is null`;
    expect(row?.admins).toBeGreaterThanOrEqual(1);
  });

  it('gets an error when the other admin was faster', async () => {
    await using small = await startLectern();
    expectRefusal(await aDemotionTooLate(small), 'LAST_ADMIN');
  });
});
