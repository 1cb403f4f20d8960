import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { anInvite } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { ABrowser } from './testing/a-browser.ts';
import { aProvider } from '#server/testing/sign-in-provider.ts';
import { answeredSignIn, beginSignIn, ledTo, signInWith, userOf } from './testing/a-sign-in.ts';

const provider = await aProvider({ lectern: 'http://127.0.0.1:1' });
afterAll(() => provider[Symbol.asyncDispose]());
const lectern = await aLectern({ ...provider.settings, OIDC_DOMAINS: 'example.org' });
await provider.allow(lectern.address);
const { sql } = lectern.database;
// Without it, no one may come: the first account is that of the printed link.
await lectern.aUser({ role: 'admin' });

let people = 0;
/** Someone new whom the provider knows, and who sits at the browser. */
function aPerson(account: Parameters<typeof provider.accounts.set>[1] = {}): { id: string; email: string } {
  people += 1;
  const email = account.email ?? `person-${people}@example.org`;
  const id = `subject-${people}`;
  provider.accounts.set(id, { email, email_verified: true, name: `Person ${people}`, ...account });
  provider.person = id;
  return { id, email };
}
const accountsOf = (email: string) => sql`
  select accounts.provider_id, accounts.account_id from accounts join users on users.id = user_id where email = ${email}`;

beforeEach(() => sql`truncate rate_limits`);

describe('signing in with the provider', () => {
  it('creates an account for an address of a domain that needs no invite, and finds it again', async () => {
    const { id, email } = aPerson({ name: 'Grace Hopper' });
    const first = new ABrowser();
    expect(await signInWith(lectern, first, { to: '/search?q=a' })).toBe('/search?q=a');
    expect(await userOf(lectern, first)).toMatchObject({ email, name: 'Grace Hopper', role: 'user' });
    expect(await accountsOf(email)).toEqual([{ provider_id: provider.issuer, account_id: id }]);

    const second = new ABrowser();
    expect(await signInWith(lectern, second)).toBe('/');
    expect(await userOf(lectern, second)).toEqual(await userOf(lectern, first));
    expect(second.cookiesFor(lectern.address)).not.toBe(first.cookiesFor(lectern.address));
  });

  it('asks with PKCE, a state and a nonce, and says where to return', async () => {
    const url = new URL(await beginSignIn(lectern, new ABrowser()));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'lectern',
      response_type: 'code',
      redirect_uri: `${lectern.address}/oidc/callback`,
      scope: 'openid email profile groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const again = new URL(await beginSignIn(lectern, new ABrowser(), { asksAgain: true }));
    expect(again.searchParams.get('prompt')).toBe('login');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(again.searchParams.get(name)).not.toBe(url.searchParams.get(name));
  });

  it('works after the provider has replaced its keys', async () => {
    const { email } = aPerson();
    await signInWith(lectern, new ABrowser());
    await provider.rotateKeys();
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser)).toBe('/');
    expect(await userOf(lectern, browser)).toMatchObject({ email });
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/%2f/evil.example', 'javascript:alert(1)', ''])(
    'leads to the first page instead of %j',
    async (to) => {
      aPerson();
      expect(await signInWith(lectern, new ABrowser(), { to })).toBe('/');
    },
  );

  it('records who has signed in, and who was refused and why', async () => {
    const { email } = aPerson({ email: 'recorded@example.org' });
    await signInWith(lectern, new ABrowser());
    aPerson({ email: 'stranger@example.net' });
    await signInWith(lectern, new ABrowser());
    expect(
      await sql`select kind, details from audit_events where actor_name = ${`Person ${people - 1}`} order by at`,
    ).toMatchObject([
      { kind: 'account.created', details: { email, issuer: provider.issuer } },
      { kind: 'session.started', details: { factors: ['provider'] } },
    ]);
    const refused = { email: 'stranger@example.net', factor: 'provider', reason: 'not-invited' };
    expect(await sql`select details from audit_events where kind = 'session.refused' order by at desc limit 1`).toEqual([
      { details: refused },
    ]);
    expect(lectern.logged.join('\n')).not.toMatch(/code=|code_verifier|id_token/);
  });
});

describe('the account of a person', () => {
  it('is linked by their verified address, and then found by the provider’s own id alone', async () => {
    const user = await lectern.aUser();
    const { id } = aPerson({ email: user.email.toUpperCase() });
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser)).toBe('/');
    expect(await userOf(lectern, browser)).toMatchObject({ id: user.id, email: user.email });
    expect(await sql`select kind from audit_events where actor_id = ${user.id} order by at`).toMatchObject([
      { kind: 'identity.linked' },
      { kind: 'session.started' },
    ]);

    const other = await lectern.aUser();
    provider.accounts.set(id, { email: other.email, email_verified: true });
    const later = new ABrowser();
    await signInWith(lectern, later);
    expect(await userOf(lectern, later)).toMatchObject({ id: user.id, email: user.email });
    expect(await accountsOf(other.email)).toEqual([]);
  });

  it('is not linked by an address that the provider has not verified', async () => {
    const user = await lectern.aUser();
    for (const unverified of [{ email_verified: false }, { email_verified: undefined }]) {
      aPerson({ email: user.email, ...unverified });
      const browser = new ABrowser();
      expect(await signInWith(lectern, browser)).toBe('/sign-in?refused=unverified');
      expect(await userOf(lectern, browser)).toBeNull();
    }
    expect(await accountsOf(user.email)).toEqual([]);
  });

  it('does not pass to another person who gets the address at the provider', async () => {
    const { email } = aPerson();
    await signInWith(lectern, new ABrowser());
    aPerson({ email });
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser)).toBe('/sign-in?refused=taken');
    expect(await userOf(lectern, browser)).toBeNull();
  });

  it('stays closed while it is disabled, linked or not', async () => {
    const { email } = aPerson();
    await signInWith(lectern, new ABrowser());
    await sql`update users set disabled_at = now() where email = ${email}`;
    expect(await signInWith(lectern, new ABrowser())).toBe('/sign-in?refused=disabled');
    const user = await lectern.aUser();
    await sql`update users set disabled_at = now() where id = ${user.id}`;
    aPerson({ email: user.email });
    expect(await signInWith(lectern, new ABrowser())).toBe('/sign-in?refused=disabled');
    expect(await accountsOf(user.email)).toEqual([]);
  });

  it('cannot be opened by someone whom the provider refuses', async () => {
    provider.person = null;
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser)).toBe('/sign-in?refused=denied');
    expect(await userOf(lectern, browser)).toBeNull();
  });
});

describe('an invite', () => {
  it('lets in someone of another domain, with its role, and is used up', async () => {
    const { token, id } = await anInvite(lectern, { role: 'admin' });
    const { email } = aPerson({ email: 'invited@example.net' });
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser, { inviteToken: token })).toBe('/');
    expect(await userOf(lectern, browser)).toMatchObject({ email, role: 'admin' });
    expect(
      await sql`select used_by_id = users.id as theirs from invites, users where invites.id = ${id} and users.email = ${email}`,
    ).toEqual([{ theirs: true }]);
    aPerson({ email: 'second@example.net' });
    expect(await signInWith(lectern, new ABrowser(), { inviteToken: token })).toBe('/sign-in?refused=invite');
  });

  it('for an address lets in that verified address only, and otherwise stays unused', async () => {
    const { token, id } = await anInvite(lectern, { email: 'bound@example.net' });
    const unused = () => sql`select used_at from invites where id = ${id}`;
    aPerson({ email: 'someone@example.net' });
    expect(await signInWith(lectern, new ABrowser(), { inviteToken: token })).toBe('/sign-in?refused=invite');
    aPerson({ email: 'bound@example.net', email_verified: false });
    expect(await signInWith(lectern, new ABrowser(), { inviteToken: token })).toBe('/sign-in?refused=unverified');
    expect(await unused()).toEqual([{ used_at: null }]);
    aPerson({ email: 'Bound@example.net' });
    expect(await signInWith(lectern, new ABrowser(), { inviteToken: token })).toBe('/');
  });

  it('creates one account, however many people use it at once', async () => {
    const { token } = await anInvite(lectern);
    const callbacks: { browser: ABrowser; address: string }[] = [];
    for (let at = 0; at < 8; at += 1) {
      aPerson({ email: `racer-${at}@example.net` });
      const browser = new ABrowser();
      callbacks.push({ browser, address: await answeredSignIn(lectern, browser, { inviteToken: token }) });
    }
    const led = await Promise.all(callbacks.map(async ({ browser, address }) => ledTo(await browser.get(address))));
    expect(led.toSorted()).toEqual(['/', ...Array.from({ length: 7 }, () => '/sign-in?refused=invite')]);
    expect(await sql`select count(*)::int from users where email like 'racer-%'`).toEqual([{ count: 1 }]);
  });

  it('creates one account if the same person finishes in two browsers at once', async () => {
    const { email } = aPerson();
    const browsers = [new ABrowser(), new ABrowser(), new ABrowser()];
    const addresses: string[] = [];
    for (const browser of browsers) addresses.push(await answeredSignIn(lectern, browser));
    const led = await Promise.all(browsers.map(async (browser, at) => ledTo(await browser.get(addresses[at] ?? ''))));
    expect(led).toEqual(['/', '/', '/']);
    expect(await accountsOf(email)).toHaveLength(1);
  });
});
