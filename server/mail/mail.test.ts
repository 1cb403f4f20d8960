import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkMail } from '#server/doctor/mail-check.ts';
import { readConfig } from '#server/config.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { aMember, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aMailServer } from '#server/testing/mail-server.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { Mailer } from './mailer.ts';
import { newInvitesSchema, newInviteSchema } from '#shared/invites.ts';

const mail = await aMailServer({ refuses: ['nobody@example.org'] });
const lectern = await aLectern({ ...mail.settings, TRUST_PROXY: '1' });
const { sql } = lectern.database;
const admin = await lectern.aUser({ role: 'admin', name: 'Ana "Boss" Ünal' });
const NEW_PASSWORD = 'another horse entirely';

beforeEach(() => sql`truncate rate_limits`);

const post = (path: string, body: object, where: TestLectern = lectern, from = aClientAddress()) =>
  where.as(null).post(path, body, { 'x-forwarded-for': from });
const forgotten = (email: string, more: object = {}, where?: TestLectern) =>
  post('/api/auth/request-password-reset', { email, ...more }, where);
const signIn = (email: string, password: string) => post('/api/auth/sign-in/email', { email, password });
const invite = (body: object, where: TestLectern = lectern, who = admin) => where.as(who).post('/api/admin/invites', body);
const linkIn = (text: string): string => /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '';
const tokenIn = (text: string): string => new URL(linkIn(text)).hash.slice(1);

/** What arrives because of `act`. */
async function mailAfter(act: () => Promise<unknown>) {
  const count = mail.received.length;
  await act();
  return mail.message(count);
}

describe('a forgotten password', () => {
  it('is replaced with the link that its owner gets by mail', async () => {
    const { email, cookie } = await aMember(lectern, 'grace@example.com');
    const { to, from, headers, text } = await mailAfter(async () =>
      expect(await forgotten(' Grace@Example.com')).toMatchObject({ status: 200, body: { success: true } }),
    );
    expect({ to, from }).toEqual({ to: [email], from: 'lectern@example.org' });
    expect(headers).toMatch(/^From: "?Lectern of the tests"? <lectern@example\.org>$/m);
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(linkIn(text)).toMatch(/^http:\/\/localhost:\d+\/reset-password#[\w-]{43}$/);
    expect(text).toMatch(/^Hello grace,/);
    expect((await lectern.as({ cookie }).get('/api/me')).status).toBe(200);

    expect((await post('/api/auth/reset-password', { token: tokenIn(text), newPassword: NEW_PASSWORD })).status).toBe(200);
    expectRefusal(await signIn(email, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await lectern.as({ cookie }).get('/api/me')).status).toBe(401);
    const events = await sql`select actor_id, details from audit_events where kind = 'reset.created'`;
    expect(events).toEqual([{ actor_id: null, details: { user: expect.objectContaining({ email }) as object, mailed: true } }]);
    expect(lectern.logged.join('')).not.toContain(tokenIn(text));
  });

  it('is answered in the same way for an address without an account, and for a disabled one', async () => {
    const { email } = await aMember(lectern, 'disabled@example.com');
    await sql`update users set disabled_at = now() where email = ${email}`;
    const answers = [await forgotten(email), await forgotten('unknown@example.com')];
    const known = await aMember(lectern, 'known@example.com');
    const { to } = await mailAfter(async () => answers.push(await forgotten(known.email)));
    expect(to).toEqual([known.email]);
    const seen = answers.map(({ status, headers, body }) => ({ status, body, names: Object.keys(headers).toSorted() }));
    expect(new Set(seen.map((each) => JSON.stringify(each)))).toHaveLength(1);
  });

  it('is written in the language of the person', async () => {
    const { email } = await aMember(lectern, 'joerg@example.com');
    await sql`update users set name = 'Jörg Weiß' where email = ${email}`;
    const { headers, text } = await mailAfter(() => forgotten(email, { language: 'de' }));
    expect(text).toMatch(/^Hallo Jörg Weiß,/);
    expect(text).toContain('ein neues Passwort angefordert');
    expect(headers).toMatch(/^Subject: =\?UTF-8\?/m);
    expectRefusal(await forgotten(email, { language: 'xx' }), 'VALIDATION_FAILED');
  });

  it('cannot be used to send mail without limit', async () => {
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await forgotten('flooded@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const from = aClientAddress();
    const many = [];
    for (let times = 0; times < 31; times += 1)
      many.push((await post('/api/auth/request-password-reset', { email: `f${times}@example.com` }, lectern, from)).status);
    expect(many.slice(-2)).toEqual([200, 429]);
  });

  it('does not work with a link that was mailed while passwords are switched off', async () => {
    const { email } = await aMember(lectern, 'later@example.com');
    const { text } = await mailAfter(() => forgotten(email));
    const oidc = { OIDC_ISSUER: `http://127.0.0.1:${await aFreePort()}`, OIDC_CLIENT_ID: 'x', PASSWORD_SIGN_IN: 'off' };
    await using other = await startLectern({ ...mail.settings, ...oidc, DATABASE_URL: lectern.database.url });
    expectRefusal(
      await post('/api/auth/reset-password', { token: tokenIn(text), newPassword: NEW_PASSWORD }, other),
      'FORBIDDEN',
    );
    expectRefusal(await forgotten(email, {}, other), 'FORBIDDEN');
    expect((await other.as(null).get('/api/auth/methods')).body).toMatchObject({ passwords: false, mail: true });
  });
});

describe('an invite', () => {
  it('is mailed with what the admin has written', async () => {
    const message = 'Hello Ben,\nthe decks of June are “there”.\n.\nSee you!';
    let made: unknown;
    const { to, headers, text } = await mailAfter(async () => {
      ({ body: made } = await invite({ email: 'ben@example.com', send: true, message: `  ${message} ` }));
    });
    const { url, mail: state } = newInviteSchema.parse(made);
    expect({ to, state }).toEqual({ to: ['ben@example.com'], state: 'sent' });
    expect(text.replaceAll('\r\n', '\n')).toContain(`\n\n${message}\n\n`);
    expect(linkIn(text)).toBe(url);
    expect(headers).toMatch(/^To: ben@example\.com$/m);
    const joined = { email: 'ben@example.com', password: PASSWORD, inviteToken: tokenIn(text) };
    expect((await post('/api/auth/sign-up/email', joined)).status).toBe(200);
  });

  it('is made for several people at once, each with a link of their own', async () => {
    const emails = ['one@example.com', 'Two@example.com', 'one@example.com', 'nobody@example.org', 'three@example.com'];
    const before = mail.received.length;
    const answer = await lectern.as(admin).post('/api/admin/invites/several', { emails, role: 'admin', send: true });
    expect(answer.status).toBe(201);
    const { items } = newInvitesSchema.parse(answer.body);
    expect(items.map(({ email, role, mail: state }) => [email, role, state])).toEqual([
      ['one@example.com', 'admin', 'sent'],
      ['two@example.com', 'admin', 'sent'],
      ['nobody@example.org', 'admin', 'failed'],
      ['three@example.com', 'admin', 'sent'],
    ]);
    const sent = mail.received.slice(before).map(({ to, text }) => [to[0], linkIn(text)] as const);
    const expected = items.filter(({ mail: state }) => state === 'sent').map(({ email, url }) => [email, url] as const);
    expect(sent).toHaveLength(3);
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(expected));
    const { body } = await lectern.as(admin).get('/api/admin/invites?limit=4');
    expect((body as { items: { id: string }[] }).items.map(({ id }) => id).toSorted()).toEqual(
      items.map(({ id }) => id).toSorted(),
    );
    const other = { email: 'somebody@example.com', password: PASSWORD, inviteToken: items[0]?.token };
    expectRefusal(await post('/api/auth/sign-up/email', other), 'INVITE_REQUIRED');
  });

  it('cannot smuggle headers or further addresses into a message', async () => {
    for (const email of ['a@example.com\nBcc: b@example.com', 'a@example.com, b@example.com', 'X <a@example.com>'])
      expectRefusal(await invite({ email, send: true }), 'VALIDATION_FAILED');
    const { headers } = await mailAfter(() => invite({ email: 'plain@example.com', send: true }));
    expect(headers.split('\r\n').filter((line) => /^(?:to|cc|bcc|subject):/i.test(line))).toHaveLength(2);
  });

  it('is stored even if it cannot be mailed, and says so', async () => {
    const settings = { SMTP_URL: `smtp://127.0.0.1:${await aFreePort()}`, MAIL_FROM: 'lectern@example.org' };
    await using broken = await startLectern({ ...settings, DATABASE_URL: lectern.database.url });
    const emails = Array.from({ length: 50 }, (_, at) => `lost-${at}@example.com`);
    const { body } = await broken.as(admin).post('/api/admin/invites/several', { emails, send: true });
    expect(newInvitesSchema.parse(body).items.map(({ mail: state }) => state)).toEqual(emails.map(() => 'failed'));
    expect(broken.logged.join('')).toContain('invites were not mailed');
    expect((await forgotten(admin.email, {}, broken)).status).toBe(200);
  });

  it('is not tried for everyone once the mail server cannot be used', async () => {
    let connections = 0;
    const hangsUp = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      hangsUp.listen(0, '127.0.0.1', resolve);
    });
    const { port } = hangsUp.address() as AddressInfo;
    const mailer = new Mailer({ url: `smtp://127.0.0.1:${port}`, from: { name: '', address: 'lectern@example.org' } });
    const mails = Array.from({ length: 50 }, (_, at) => ({ to: `x${at}@example.com`, letter: { subject: 'x', text: 'x' } }));
    const faults = await mailer.sendAll(mails);
    expect(faults.filter((fault) => fault === null)).toEqual([]);
    // The library connects six times for each message that it tries.
    expect(connections).toBeLessThan(mails.length);
    mailer.close();
    hangsUp.close();
  });

  it.each([
    ['without an address', { send: true }],
    ['to too many', { emails: Array.from({ length: 51 }, (_, at) => `m${at}@example.com`) }],
    ['to none', { emails: [] }],
    ['with a long message', { email: 'a@example.com', send: true, message: 'x'.repeat(1001) }],
  ])('is not mailed %s', async (_, body) => {
    const path = 'emails' in body ? '/api/admin/invites/several' : '/api/admin/invites';
    const counted = z.array(z.object({ count: z.coerce.number() }));
    const before = counted.parse(await sql`select count(*) from invites`);
    expectRefusal(await lectern.as(admin).post(path, body), 'VALIDATION_FAILED');
    expect(counted.parse(await sql`select count(*) from invites`)).toEqual(before);
  });

  it('counts each address', async () => {
    const busy = await lectern.aUser({ role: 'admin' });
    await sql`insert into invites (id, token_hash, role, created_by_id, expires_at)
      select 'many-' || at, 'many-' || at, 'user', ${busy.id}, now() + interval '1 day' from generate_series(1, 499) at`;
    const answer = await lectern.as(busy).post('/api/admin/invites/several', { emails: ['a@example.com', 'b@example.com'] });
    expectRefusal(answer, 'LIMIT_REACHED');
    expect((await invite({}, lectern, busy)).status).toBe(201);
  });
});

describe('a server without mail', () => {
  it('says so', async () => {
    await using silent = await startLectern({ DATABASE_URL: lectern.database.url });
    expectRefusal(await forgotten('grace@example.com', {}, silent), 'FORBIDDEN');
    expectRefusal(await invite({ email: 'a@example.com', send: true }, silent), 'VALIDATION_FAILED');
    expect((await invite({ email: 'a@example.com', message: 'x' }, silent)).body).toMatchObject({ mail: 'none' });
    expect((await silent.as(null).get('/api/auth/methods')).body).toMatchObject({ mail: false });
  });
});

describe('lectern doctor', () => {
  it('tells a mail server that works from one that does not', async () => {
    expect(await checkMail(readConfig(mail.settings).mail)).toMatchObject({ status: 'ok' });
    expect(await checkMail(null)).toMatchObject({ status: 'skipped' });
    const wrong = { ...mail.settings, SMTP_URL: (mail.settings['SMTP_URL'] ?? '').replace('lectern:', 'nobody:') };
    expect(await checkMail(readConfig(wrong).mail)).toMatchObject({
      status: 'fault',
      findings: [{ what: expect.stringContaining('Invalid username or password') as string }],
    });
  });

  it('finds that a mail server elsewhere has no TLS', async () => {
    // The same server, under a name that is not known to be this machine.
    const plain = { ...mail.settings, SMTP_URL: (mail.settings['SMTP_URL'] ?? '').replace('127.0.0.1', '127.1') };
    expect(await checkMail(readConfig(plain).mail)).toMatchObject({
      status: 'fault',
      findings: [{ what: expect.stringContaining('STARTTLS') as string }],
    });
    const allowed = { ...plain, SMTP_URL: `${plain.SMTP_URL}/?requireTLS=false` };
    expect(await checkMail(readConfig(allowed).mail)).toMatchObject({ status: 'ok' });
  });
});
