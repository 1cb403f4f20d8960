import { hashPassword as olderHash } from 'better-auth/crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CHEAP } from '#server/testing/cheap-hashes.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { anInvite, aMember, PASSWORD } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { faultOfPassword } from './refused-passwords.ts';
import { COST, hashPassword, isOutdated, isPasswordOf, setCost } from './passwords.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const signIn = (email: string, password: string) =>
  lectern.as(null).post('/api/auth/sign-in/email', { email, password }, { 'x-forwarded-for': aClientAddress() });
const hashOf = async (email: string) => {
  const [row] = await sql<
    { password: string }[]
  >`select a.password from accounts a join users u on u.id = a.user_id where u.email = ${email}`;
  return row?.password ?? '';
};

beforeEach(() => sql`truncate rate_limits`);

describe('a hash', () => {
  it('has the cost that OWASP names and matches only its password, in any Unicode form', async () => {
    const inTests = await hashPassword('cafe\u0301 au lait');
    setCost(COST);
    onTestFinished(() => setCost(CHEAP));
    expect(isOutdated(inTests)).toBe(true);
    const hash = await hashPassword('cafe\u0301 au lait');
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(isOutdated(hash)).toBe(false);
    expect(await isPasswordOf(hash, 'caf\u00e9 au lait')).toBe(true);
    expect(await isPasswordOf(hash, 'cafe au lait')).toBe(false);
    expect(await hashPassword('cafe\u0301 au lait')).not.toBe(hash);
  });

  it('of an earlier version matches its password and is outdated', async () => {
    const hash = await olderHash('an old password');
    expect(isOutdated(hash)).toBe(true);
    expect(await isPasswordOf(hash, 'an old password')).toBe(true);
    expect(await isPasswordOf(hash, 'another password')).toBe(false);
  });

  it('of an earlier version is replaced when its user signs in, even twice at once', async () => {
    const { email } = await aMember(lectern, 'older@example.com');
    const old = await olderHash(PASSWORD);
    await sql`update accounts set password = ${old} where user_id = (select id from users where email = ${email})`;
    expectRefusal(await signIn(email, 'not the password'), 'INVALID_CREDENTIALS');
    expect(await hashOf(email)).toBe(old);
    const answers = await Promise.all([signIn(email, PASSWORD), signIn(email, PASSWORD)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(isOutdated(await hashOf(email))).toBe(false);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('a common password', () => {
  const COMMON = ['password', '12345678', 'Password1', 'QWERTYUIOP', 'iloveyou', 'jennifer', 'football', '1q2w3e4r', '123123123'];

  it.each(COMMON)('%s is refused with an explanation, and the invite stays unused', async (password) => {
    const { token, id } = await anInvite(lectern);
    const answer = await lectern
      .as(null)
      .post('/api/auth/sign-up/email', { email: 'common@example.com', password, inviteToken: token });
    const { issues, reason } = expectRefusal(answer, 'VALIDATION_FAILED');
    expect(reason).toBe('COMMON_PASSWORD');
    expect(issues).toEqual([{ path: 'password', message: expect.stringContaining('10,000 most common') }]);
    expect(await sql`select 1 from invites where id = ${id} and used_at is null`).toHaveLength(1);
  });

  it('is refused as a new password too', async () => {
    const { cookie } = await aMember(lectern, 'changes@example.com');
    const answer = await lectern
      .as({ cookie })
      .post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'sunshine' });
    const { issues } = expectRefusal(answer, 'VALIDATION_FAILED');
    expect(issues).toMatchObject([{ path: 'newPassword' }]);
  });

  it('is found in any case, and other passwords are not', async () => {
    const email = 'somebody@example.com';
    expect(await faultOfPassword('PassWord', email)).toMatchObject({ reason: 'COMMON_PASSWORD' });
    for (const good of [PASSWORD, '', '# passwords of at least eight characters'])
      expect(await faultOfPassword(good, email)).toBeNull();
  });
});

describe('a password that is little more than a name', () => {
  const email = 'Anna.Schmidt@decks.muster-werk.example';

  it.each(['Lectern123!', 'lectern-LECTERN', '2026annaschmidt', 'anna_schmidt99', 'MusterWerk2026', 'ＬＥＣＴＥＲＮ12'])(
    '%s is refused',
    async (password) => {
      expect(await faultOfPassword(password, email)).toMatchObject({ reason: 'OBVIOUS_PASSWORD' });
    },
  );

  it.each(['lectern horse battery', 'anna und berta', '83-61-94-27-50-11', 'example99!'])('%s is not', async (password) => {
    expect(await faultOfPassword(password, email)).toBeNull();
  });

  it('is refused wherever people choose one', async () => {
    const { token } = await anInvite(lectern);
    const joining = { email: 'waldemar@example.com', password: 'waldemar!2026', inviteToken: token };
    const refused = expectRefusal(await lectern.as(null).post('/api/auth/sign-up/email', joining), 'VALIDATION_FAILED');
    expect(refused).toMatchObject({ reason: 'OBVIOUS_PASSWORD', issues: [{ path: 'password' }] });
    const { cookie } = await aMember(lectern, 'hildegard@example.com');
    const change = { currentPassword: PASSWORD, newPassword: 'hildegard1' };
    const changing = expectRefusal(await lectern.as({ cookie }).post('/api/auth/change-password', change), 'VALIDATION_FAILED');
    expect(changing).toMatchObject({ reason: 'OBVIOUS_PASSWORD', issues: [{ path: 'newPassword' }] });
  });
});
