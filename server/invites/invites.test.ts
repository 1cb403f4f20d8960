import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { aLectern } from '#server/testing/lectern.ts';
import { anInvite, PASSWORD } from '#server/testing/joining.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { inviteListSchema, type inviteSchema, newInviteSchema } from '#shared/invites.ts';

const lectern = await aLectern();
const boss = await lectern.aUser({ role: 'admin', name: 'Boss' });
const [admin, user, anonymous] = [lectern.as(boss), lectern.as(await lectern.aUser()), lectern.as(null)];
const PATH = '/api/admin/invites';
const HOUR = 3_600_000;

describe('creating an invite', () => {
  it('returns its token and link only once', async () => {
    const answer = await admin.post(PATH, { role: 'admin', email: ' New@Example.COM ', expiresInHours: 5 });
    expect(answer.status).toBe(201);
    const invite = newInviteSchema.parse(answer.body);
    expect(invite).toMatchObject({
      role: 'admin',
      email: 'new@example.com',
      status: 'unused',
      createdBy: { id: boss.id, name: 'Boss' },
      usedAt: null,
      usedBy: null,
    });
    expect(invite.url).toMatch(new RegExp(`^http://localhost:\\d+/join#${invite.token}$`));
    expect(Buffer.from(invite.token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(Date.parse(invite.expiresAt) - Date.parse(invite.createdAt)).toBe(5 * HOUR);
    expect((await admin.get(PATH)).text).not.toContain(invite.token);
    expect(await lectern.database.sql`select 1 from invites where token_hash = ${invite.token}`).toHaveLength(0);
    expect(lectern.logged.join('\n')).not.toContain(invite.token);
  });

  it('needs no fields', async () => {
    for (const body of [undefined, {}, { email: null }]) {
      const invite = newInviteSchema.parse((await admin.post(PATH, body)).body);
      expect(invite).toMatchObject({ role: 'user', email: null });
      expect(Date.parse(invite.expiresAt) - Date.parse(invite.createdAt)).toBe(72 * HOUR);
    }
  });

  it.each([
    { role: 'owner' },
    { role: null },
    { email: 'x' },
    { email: 'a\0@b.example' },
    { email: '' },
    { email: 5 },
    { expiresInHours: 0 },
    { expiresInHours: 721 },
    { expiresInHours: 1.5 },
    { expiresInHours: '5' },
    { expiresInHours: 1e300 },
  ])('is refused for %j and creates none', async (body) => {
    const before = await lectern.database.sql`select id from invites`;
    expectRefusal(await admin.post(PATH, body), 'VALIDATION_FAILED');
    expect(await lectern.database.sql`select id from invites`).toHaveLength(before.length);
  });

  it('is refused for a body that is not JSON and creates none', async () => {
    const before = await lectern.database.sql`select id from invites`;
    expectRefusal(
      await admin.send('POST', PATH, { headers: { 'content-type': 'application/json' }, body: '{"role":"user"' }),
      'MALFORMED_JSON',
    );
    expect(await lectern.database.sql`select id from invites`).toHaveLength(before.length);
  });

  it('never takes its link from the Host header', async () => {
    const { body } = await admin.post(PATH, {}, { host: 'evil.example' });
    expect(newInviteSchema.parse(body).url).toMatch(/^http:\/\/localhost:/);
  });
});

describe('invites', () => {
  it('are for admins', async () => {
    for (const ask of [() => user.get(PATH), () => user.post(PATH, {}), () => user.delete(`${PATH}/x`)])
      expectRefusal(await ask(), 'FORBIDDEN');
    for (const ask of [() => anonymous.get(PATH), () => anonymous.post(PATH, {}), () => anonymous.delete(`${PATH}/x`)])
      expectRefusal(await ask(), 'UNAUTHENTICATED');
    // Callers without permission do not learn what is wrong with their request.
    expectRefusal(await user.send('POST', PATH, { headers: { 'content-type': 'text/plain' }, body: 'x' }), 'FORBIDDEN');
  });

  it('are listed newest first, page by page', async () => {
    for (let at = 0; at < 5; at += 1) await admin.post(PATH, {});
    const whole = inviteListSchema.parse((await admin.get(`${PATH}?limit=100`)).body).items;
    const found: z.infer<typeof inviteSchema>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = inviteListSchema.parse((await admin.get(`${PATH}?limit=2${cursor && `&cursor=${cursor}`}`)).body);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found).toEqual(whole);
    expect(whole.map(({ createdAt }) => createdAt)).toEqual(
      whole
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expectRefusal(await admin.get(`${PATH}?limit=0`), 'VALIDATION_FAILED');
    expectRefusal(await admin.get(`${PATH}?cursor=x`), 'VALIDATION_FAILED');
  });

  it('have a status and the user who used them', async () => {
    const [used, expired] = [await anInvite(lectern), await anInvite(lectern)];
    await anonymous.post('/api/auth/sign-up/email', {
      email: 'joined@example.com',
      password: PASSWORD,
      inviteToken: used.token,
      name: 'Joined',
    });
    await lectern.database.sql`update invites set expires_at = now() - interval '1 second' where id = ${expired.id}`;
    const { items } = inviteListSchema.parse((await admin.get(`${PATH}?limit=100`)).body);
    expect(items.find(({ id }) => id === used.id)).toMatchObject({
      status: 'used',
      usedAt: expect.any(String),
      usedBy: { name: 'Joined', email: 'joined@example.com' },
    });
    expect(items.find(({ id }) => id === expired.id)).toMatchObject({ status: 'expired', usedBy: null });
    expectRefusal(await admin.delete(`${PATH}/${used.id}`), 'INVITE_USED');
    expect((await admin.delete(`${PATH}/${expired.id}`)).status).toBe(204);
  });
});

describe('revoking an invite', () => {
  it('ends it at once', async () => {
    const { id, token } = await anInvite(lectern);
    expect(await admin.delete(`${PATH}/${id}`)).toMatchObject({ status: 204, text: '' });
    expectRefusal(await admin.delete(`${PATH}/${id}`), 'INVITE_NOT_FOUND');
    expectRefusal(
      await anonymous.post('/api/auth/sign-up/email', { email: 'late@example.com', password: PASSWORD, inviteToken: token }),
      'INVITE_REQUIRED',
    );
  });

  it.each(['unknown', '%F0%9F%8E%89', "'--"])('of the unknown id %s is a 404', async (id) => {
    expectRefusal(await admin.delete(`${PATH}/${id}`), 'INVITE_NOT_FOUND');
  });

  it('of an id that is not text is refused', async () => {
    expectRefusal(await admin.delete(`${PATH}/%00`), 'VALIDATION_FAILED');
  });

  it('at the same time as its use has one winner', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, token } = await anInvite(lectern);
      const [joined, revoked] = await Promise.all([
        anonymous.post('/api/auth/sign-up/email', { email: `race-${round}@example.com`, password: PASSWORD, inviteToken: token }),
        admin.delete(`${PATH}/${id}`),
      ]);
      expect([
        [200, 409],
        [403, 204],
      ]).toContainEqual([joined.status, revoked.status]);
    }
  });
});

describe('the join page', () => {
  const inspect = (token: unknown) => anonymous.post('/api/trpc/invites.inspect', { token });

  it('shows what a valid token is for, and nothing about other tokens', async () => {
    const { token } = await anInvite(lectern, { email: 'a@b.example' });
    expect((await inspect(token)).body).toMatchObject({ result: { data: { role: 'user', email: 'a@b.example' } } });
    for (const bad of ['x', ''])
      expect(await inspect(bad)).toMatchObject({ status: 403, body: { error: { data: { code: 'INVITE_REQUIRED' } } } });
    for (const noText of ['\0', '\ud800'])
      expect(await inspect(noText)).toMatchObject({ status: 400, body: { error: { data: { code: 'VALIDATION_FAILED' } } } });
  });
});

describe('the first admin', () => {
  it('joins with a link that is replaced at each start until there is a user', async () => {
    expect(lectern.firstRunUrl).toMatch(/^http:\/\/localhost:\d+\/join#[\w-]{20,}$/);
    const { items } = inviteListSchema.parse((await admin.get(`${PATH}?limit=100`)).body);
    expect(items.at(-1)).toMatchObject({ role: 'admin', createdBy: null });
  });
});
