import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { aClientAddress } from '#server/testing/client-address.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';
import {
  aPasskeyOf,
  aSoftPasskey,
  creationFor,
  type Deviation,
  FLAGS,
  signInOptions,
  type SoftPasskey,
} from '#server/testing/passkeys.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { aGuardedUser, factorsOfSignIns, signInWith } from '#server/testing/second-factors.ts';
import { errorEnvelopeSchema } from '#shared/errors.ts';
import { PASSKEYS_MAX, RECOVERY_CODES } from '#shared/limits.ts';
import { passkeySchema, type PasskeySignIn } from '#shared/passkeys.ts';
import { twoFactorSchema } from '#shared/two-factor.ts';
import { CHALLENGE_SECONDS, Challenges } from './challenges.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const KEYS = '/api/me/passkeys';

type Someone = { readonly cookie: string };

const enterWith = (signed: PasskeySignIn | object): Promise<Answer> =>
  lectern.as(null).post('/api/auth/sign-in/passkey', signed, { 'x-forwarded-for': aClientAddress() });
const enter = async (passkey: SoftPasskey, deviation?: Deviation) =>
  enterWith(passkey.sign(await signInOptions(lectern), deviation));
const keysOf = async (user: Someone) => {
  const { body } = await lectern.as(user).get(KEYS);
  return z.object({ items: z.array(passkeySchema) }).parse(body).items;
};
const factorsOf = async (user: Someone) => twoFactorSchema.parse((await lectern.as(user).get('/api/me/two-factor')).body);
const eventsOf = async ({ id }: { id: string }) =>
  (await sql<{ kind: string }[]>`select kind from audit_events where actor_id = ${id}`).map(({ kind }) => kind);
const messageOf = ({ body }: Answer) => errorEnvelopeSchema.parse(body).error.message;
/** Other texts in base64url for the same bytes: unless the bytes fill it, the last character has bits that do not count. */
function otherSpellings(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return Array.from(alphabet)
    .map((last) => text.slice(0, -1) + last)
    .filter((each) => each !== text && bytes.equals(Buffer.from(each, 'base64url')));
}
async function aPersonWithPasskey() {
  const user = await lectern.aUser();
  await lectern.aPasswordOf(user);
  return { ...user, passkey: await aPasskeyOf(lectern, user) };
}

describe('adding a passkey', () => {
  it('makes it a second factor, with recovery codes the first time', async () => {
    const user = await lectern.aUser();
    const add = async () => {
      const credential = aSoftPasskey(lectern).create(await creationFor(lectern, user));
      return lectern.as(user).post(KEYS, { name: 'Laptop', credential });
    };
    const first = await add();
    expect([first.status, (first.body as { recoveryCodes: string[] }).recoveryCodes.length]).toEqual([201, RECOVERY_CODES]);
    expect((await add()).body).toEqual({ recoveryCodes: null });
    expect(await keysOf(user)).toMatchObject([{ name: 'Laptop', lastUsedAt: null, isSynced: false }, {}]);
    expect((await factorsOf(user)).enabledAt).not.toBeNull();
    expect(await eventsOf(user)).toContain('passkey.added');
  });

  it.each<[string, Deviation]>([
    ['made on another page', { origin: 'https://elsewhere.example' }],
    ['made for another host', { rpId: 'elsewhere.example' }],
    ['made without unlocking it', { flags: FLAGS.present | FLAGS.hasKey }],
    ['that is the signature of a sign-in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, deviation) => {
    const user = await lectern.aUser();
    const credential = aSoftPasskey(lectern).create(await creationFor(lectern, user), deviation);
    expectRefusal(await lectern.as(user).post(KEYS, { name: 'x', credential }), 'PASSKEY_REFUSED');
    expect(await keysOf(user)).toEqual([]);
  });

  it.each(['apple', 'android-key', 'packed', 'tpm', 'unknown'])(
    'does not look at a statement on who made the device, whose certificates could contain addresses: %s',
    async (fmt) => {
      const user = await lectern.aUser();
      const statement = { fmt, attStmt: new Map([['x5c', [new Uint8Array([1, 2, 3])]]]) };
      const credential = aSoftPasskey(lectern).create(await creationFor(lectern, user), { statement });
      expect((await lectern.as(user).post(KEYS, { name: 'x', credential })).status).toBe(201);
    },
  );

  it('refuses one that is no attestation object, however deep it is', async () => {
    const user = await lectern.aUser();
    for (const bytes of [Buffer.from('no attestation'), Buffer.alloc(12_000, 0x81)]) {
      const credential = aSoftPasskey(lectern).create(await creationFor(lectern, user));
      const response = { ...credential.response, attestationObject: bytes.toString('base64url') };
      const answer = await lectern.as(user).post(KEYS, { name: 'x', credential: { ...credential, response } });
      expectRefusal(answer, 'PASSKEY_REFUSED');
    }
  });

  it('refuses one that was made for the account of somebody else, or for a sign-in', async () => {
    const [user, other] = [await lectern.aUser(), await lectern.aUser()];
    const forOther = await creationFor(lectern, other);
    for (const { challenge } of [forOther, await signInOptions(lectern)]) {
      const credential = aSoftPasskey(lectern).create({ ...forOther, challenge });
      expectRefusal(await lectern.as(user).post(KEYS, { name: 'x', credential }), 'PASSKEY_REFUSED');
    }
  });

  it('refuses a passkey that another account has', async () => {
    const { passkey } = await aPersonWithPasskey();
    const other = await lectern.aUser();
    const credential = passkey.create(await creationFor(lectern, other));
    expectRefusal(await lectern.as(other).post(KEYS, { name: 'x', credential }), 'PASSKEY_REFUSED');
  });

  it('accepts an answer of the browser once', async () => {
    const user = await lectern.aUser();
    const credential = aSoftPasskey(lectern).create(await creationFor(lectern, user));
    const send = () => lectern.as(user).post(KEYS, { name: 'x', credential });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });

  it('tells the browser which passkeys the account has, and ends at a limit', async () => {
    const { passkey, ...user } = await aPersonWithPasskey();
    expect((await creationFor(lectern, user)).excludeCredentials).toEqual([{ type: 'public-key', id: passkey.id }]);
    const options = await creationFor(lectern, user);
    await sql`insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
      select gen_random_uuid(), ${user.id}, gen_random_uuid(), '', 0, false, 'x' from generate_series(2, ${PASSKEYS_MAX})`;
    expectRefusal(await lectern.as(user).post(`${KEYS}/options`, {}), 'LIMIT_REACHED');
    const credential = aSoftPasskey(lectern).create(options);
    expectRefusal(await lectern.as(user).post(KEYS, { name: 'x', credential }), 'LIMIT_REACHED');
  });
});

describe('signing in with a passkey', () => {
  it('takes no password and no second step', async () => {
    const user = await aPersonWithPasskey();
    const answer = await enter(user.passkey);
    expect([answer.status, (answer.body as { user: { id: string } }).user.id]).toEqual([200, user.id]);
    const { body } = await lectern.as({ cookie: cookieOf(answer.headers['set-cookie']) }).get('/api/me');
    expect(body).toMatchObject({ user: { id: user.id } });
    expect((await keysOf(user))[0]?.lastUsedAt).not.toBeNull();
    expect(await factorsOfSignIns(lectern, user)).toEqual([['passkey']]);
  });

  it.each<[string, Deviation]>([
    ['on another page', { origin: 'https://elsewhere.example' }],
    ['for another host', { rpId: 'elsewhere.example' }],
    ['without unlocking it', { flags: FLAGS.present }],
    ['as if it were added', { type: 'webauthn.create' }],
    ['for another account', { userHandle: Buffer.from('somebody-else').toString('base64url') }],
  ])('refuses one that was used %s', async (_, deviation) => {
    const { passkey } = await aPersonWithPasskey();
    expectRefusal(await enter(passkey, deviation), 'PASSKEY_REFUSED');
    expect((await enter(passkey)).status).toBe(200);
  });

  it('refuses an unknown passkey, and a signature of another key', async () => {
    const { passkey } = await aPersonWithPasskey();
    const unknown = await enter(aSoftPasskey(lectern));
    expectRefusal(unknown, 'PASSKEY_REFUSED');
    expect(
      await sql`select kind, actor_id, details from audit_events where request_id = ${String(unknown.headers['x-request-id'])}`,
    ).toEqual([{ kind: 'session.refused', actor_id: null, details: { email: null, factor: 'passkey' } }]);
    const again = aSoftPasskey(lectern).sign(await signInOptions(lectern));
    expectRefusal(await enterWith({ credential: { ...again.credential, id: passkey.id, rawId: passkey.id } }), 'PASSKEY_REFUSED');
  });

  it('accepts a signature once, whatever is sent with it', async () => {
    const { passkey } = await aPersonWithPasskey();
    const signed = passkey.sign(await signInOptions(lectern));
    const statuses = (await Promise.all([enterWith(signed), enterWith(signed), enterWith(signed)])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expectRefusal(await enterWith({ ...signed, more: 1 }), 'RATE_LIMITED');
    const others = otherSpellings(signed.credential.response.clientDataJSON);
    expect(others).not.toEqual([]);
    for (const clientDataJSON of others) {
      const response = { ...signed.credential.response, clientDataJSON };
      expectRefusal(await enterWith({ credential: { ...signed.credential, response } }), 'RATE_LIMITED');
    }
  });

  it('refuses a challenge that this server did not make, or made for something else', async () => {
    const { passkey, ...user } = await aPersonWithPasskey();
    const { rpId } = await signInOptions(lectern);
    const { challenge } = await creationFor(lectern, user);
    for (const other of ['', 'AAAA', challenge, new Challenges('another secret').issue('sign in')])
      expectRefusal(await enterWith(passkey.sign({ challenge: other, rpId })), 'PASSKEY_REFUSED');
  });

  it('refuses a copy of a passkey whose counter falls behind', async () => {
    const { passkey } = await aPersonWithPasskey();
    passkey.counter = 5;
    expect((await enter(passkey)).status).toBe(200);
    passkey.counter = 4;
    expectRefusal(await enter(passkey), 'PASSKEY_REFUSED');
  });

  it('refuses disabled and removed accounts, with the same answer as an unknown passkey', async () => {
    const [disabled, removed] = [await aPersonWithPasskey(), await aPersonWithPasskey()];
    const unknown = await enter(aSoftPasskey(lectern));
    const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
    expect((await admin.patch(`/api/admin/users/${disabled.id}`, { disabled: true })).status).toBe(200);
    expect((await admin.delete(`/api/admin/users/${removed.id}`)).status).toBeLessThan(300);
    for (const { passkey } of [disabled, removed]) {
      const answer = await enter(passkey);
      expectRefusal(answer, 'PASSKEY_REFUSED');
      expect(messageOf(answer)).toBe(messageOf(unknown));
    }
  });
});

describe('a passkey as the second step', () => {
  it('is offered after the password, first of all', async () => {
    const user = await aGuardedUser(lectern);
    await aPasskeyOf(lectern, user);
    const answer = await signInWith(lectern, user.email, { from: aClientAddress() });
    expect(expectRefusal(answer, 'TWO_FACTOR_REQUIRED')).toEqual({ methods: ['passkey', 'code', 'recovery-code'] });
  });

  it('keeps the account guarded when the app is removed, until it is removed too', async () => {
    const user = await aGuardedUser(lectern);
    await aPasskeyOf(lectern, user);
    expect((await lectern.as(user).post('/api/me/authenticator-app/remove', {})).status).toBe(204);
    expect(await factorsOf(user)).toMatchObject({ app: null, recoveryCodes: RECOVERY_CODES });
    const [key] = await keysOf(user);
    expect((await lectern.as(user).post(`${KEYS}/${key?.id}/remove`, {})).status).toBe(204);
    expect(await factorsOf(user)).toMatchObject({ enabledAt: null, recoveryCodes: 0 });
    expect((await signInWith(lectern, user.email, { from: aClientAddress() })).status).toBe(200);
    expect(await eventsOf(user)).toContain('passkey.removed');
  });

  it('goes with the other factors when an admin resets them', async () => {
    const user = await aPersonWithPasskey();
    const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
    expect((await admin.delete(`/api/admin/users/${user.id}/two-factor`)).status).toBeLessThan(300);
    expectRefusal(await enter(user.passkey), 'PASSKEY_REFUSED');
  });
});

describe('a new password', () => {
  it.each([
    [{}, 200],
    [{ endPasskeys: true }, 403],
  ] as const)('ends passkeys if that is wanted: %j', async (also, expected) => {
    const user = await aPersonWithPasskey();
    const change = { currentPassword: PASSWORD, newPassword: 'another horse entirely', ...also };
    const changed = await lectern.as(user).post('/api/auth/change-password', change);
    expect(changed.status).toBe(200);
    expect((await enter(user.passkey)).status).toBe(expected);
    const { enabledAt } = await factorsOf({ cookie: cookieOf(changed.headers['set-cookie']) });
    expect(enabledAt === null).toBe(expected === 403);
  });
});

describe('removing a passkey', () => {
  it('asks for the password again an hour after the sign-in', async () => {
    const user = await aPersonWithPasskey();
    const [key] = await keysOf(user);
    await sql`update sessions set created_at = now() - interval '2 hours' where id = ${user.sessionId}`;
    const remove = (body: object) => lectern.as(user).post(`${KEYS}/${key?.id}/remove`, body);
    expectRefusal(await remove({}), 'REAUTHENTICATION_REQUIRED');
    expectRefusal(await lectern.as(user).post(`${KEYS}/options`, {}), 'REAUTHENTICATION_REQUIRED');
    expect((await enter(user.passkey)).status).toBe(200);
    expect((await remove({ password: PASSWORD })).status).toBe(204);
    expectRefusal(await enter(user.passkey), 'PASSKEY_REFUSED');
  });

  it('does not reach those of others', async () => {
    const [user, other] = [await aPersonWithPasskey(), await lectern.aUser()];
    const [key] = await keysOf(user);
    expectRefusal(await lectern.as(other).post(`${KEYS}/${key?.id}/remove`, {}), 'TWO_FACTOR_NOT_FOUND');
    expect(await keysOf(user)).toHaveLength(1);
  });
});

describe('a challenge', () => {
  it('ends after five minutes', ({ onTestFinished }) => {
    const challenges = new Challenges('a secret');
    const challenge = challenges.issue('x');
    expect(challenges.isGood(challenge, 'x')).toBe(true);
    const now = Date.now();
    const { now: real } = Date;
    onTestFinished(() => {
      Date.now = real;
    });
    Date.now = () => now + CHALLENGE_SECONDS * 1000 + 1;
    expect(challenges.isGood(challenge, 'x')).toBe(false);
  });
});
