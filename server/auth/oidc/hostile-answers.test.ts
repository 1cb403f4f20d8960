import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { ABrowser } from './testing/a-browser.ts';
import { aHostileProvider, type Fault, HOSTILE_SECRET } from './testing/a-hostile-provider.ts';
import { aProvider } from '#server/testing/sign-in-provider.ts';
import { answeredSignIn, beginSignIn, ledTo, signInWith, userOf } from './testing/a-sign-in.ts';

const provider = await aHostileProvider();
afterAll(() => provider[Symbol.asyncDispose]());
const lectern = await aLectern({ ...provider.settings, OIDC_DOMAINS: 'example.org' });
const { sql } = lectern.database;
await lectern.aUser({ role: 'admin' });

beforeEach(async () => {
  provider.fault = {};
  await sql`truncate rate_limits`;
});

const seconds = () => Math.floor(Date.now() / 1000);
const signedByAnother = async (claims: object) => {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'the key' }).sign(privateKey);
};
const signedWithSecret = (claims: object) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(HOSTILE_SECRET));

describe('the answer of a provider', () => {
  it.each<[string, Fault]>([
    ['correct', {}],
    ['late within the tolerance for clocks', { claims: (right) => ({ ...right, exp: seconds() - 5 }) }],
    [
      'for several clients, of which this one is the authorized party',
      { claims: (right) => ({ ...right, aud: ['other', 'lectern'], azp: 'lectern' }) },
    ],
  ])('that is %s is accepted', async (_what, fault) => {
    provider.fault = fault;
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser)).toBe('/');
    expect(await userOf(lectern, browser)).toMatchObject({ email: 'mallory@example.org' });
  });

  it.each<[string, Fault]>([
    ['an ID token for another client', { claims: (right) => ({ ...right, aud: 'other' }) }],
    [
      'an ID token for several clients and another party',
      { claims: (right) => ({ ...right, aud: ['other', 'lectern'], azp: 'other' }) },
    ],
    ['an expired ID token', { claims: (right) => ({ ...right, exp: seconds() - 120 }) }],
    ['an ID token that is not valid yet', { claims: (right) => ({ ...right, nbf: seconds() + 120 }) }],
    ['an ID token without a nonce', { claims: ({ nonce: _, ...right }) => right }],
    ['an ID token with another nonce', { claims: (right) => ({ ...right, nonce: 'another' }) }],
    ['an ID token of another issuer', { claims: (right) => ({ ...right, iss: 'https://other.example' }) }],
    ['an ID token without a subject', { claims: ({ sub: _, ...right }) => right }],
    ['an ID token signed with another key', { idToken: signedByAnother }],
    ['an ID token signed with the secret of the client', { idToken: signedWithSecret }],
    ['an ID token without a signature', { idToken: async (claims) => new UnsecuredJWT({ ...claims }).encode() }],
    ['no ID token', { idToken: async () => null }],
    ['another state', { answer: (query) => query.set('state', 'another') }],
    ['no state', { answer: (query) => query.delete('state') }],
    ['two states', { answer: (query) => query.append('state', 'another') }],
    ['the name of another issuer', { answer: (query) => query.set('iss', 'https://other.example') }],
    ['no issuer, although it says that it sends one', { answer: (query) => query.delete('iss') }],
    ['no code', { answer: (query) => query.delete('code') }],
    ['facts about another person', { userInfo: { sub: 'other', email: 'other@example.org', email_verified: true } }],
    ['a subject that is too long', { claims: (right) => ({ ...right, sub: 'x'.repeat(256) }) }],
  ])('with %s is refused', async (_what, fault) => {
    provider.fault = fault;
    const browser = new ABrowser();
    expect(await signInWith(lectern, browser)).toBe('/sign-in?refused=invalid');
    expect(await userOf(lectern, browser)).toBeNull();
  });
});

describe('what a provider says about itself', () => {
  it.each<[string, Fault]>([
    ['another issuer', { metadata: (right) => ({ ...right, issuer: 'https://other.example' }) }],
    ['more than a megabyte', { metadata: (right) => ({ ...right, text: 'x'.repeat(1024 * 1024) }) }],
  ])('with %s is refused before the person leaves', async (_what, fault) => {
    provider.fault = fault;
    await using other = await startLectern(provider.settings);
    const answer = await new ABrowser().post(`${other.address}/oidc/start`, {});
    expect(expectRefusal(answer, 'UNAVAILABLE')).toEqual({ reason: 'PROVIDER_UNREACHABLE' });
  });

  it('with addresses that are not encrypted is refused before the code is sent there', async () => {
    provider.fault = { metadata: (right) => ({ ...right, token_endpoint: 'http://provider.example/token' }) };
    await using other = await startLectern(provider.settings);
    expect(await signInWith(other, new ABrowser())).toBe('/sign-in?refused=invalid');
    expect(other.logged.join('\n')).toContain('http://provider.example/token, which is not encrypted');
  });
});

describe('a sign-in', () => {
  it('can only be finished in the browser that has begun it', async () => {
    const [attacker, victim] = [new ABrowser(), new ABrowser()];
    const address = await answeredSignIn(lectern, attacker);
    expect(ledTo(await victim.get(address))).toBe('/sign-in?refused=expired');
    await beginSignIn(lectern, victim);
    expect(ledTo(await victim.get(address))).toBe('/sign-in?refused=invalid');
    expect(await userOf(lectern, victim)).toBeNull();
  });

  it('can only be finished once, even with a copy of the cookie', async () => {
    const browser = new ABrowser();
    const address = await answeredSignIn(lectern, browser);
    const cookie = browser.cookiesFor(lectern.address);
    const { pathname, search } = new URL(address);
    expect(ledTo(await browser.get(address))).toBe('/');
    expect(ledTo(await browser.get(address))).toBe('/sign-in?refused=expired');
    expect(ledTo(await lectern.as({ cookie }).get(`${pathname}${search}`))).toBe('/sign-in?refused=expired');
  });

  it('cannot use a code that was given for another sign-in', async () => {
    await using real = await aProvider({ lectern: 'http://127.0.0.1:1' });
    await using other = await startLectern({ ...real.settings, OIDC_DOMAINS: 'example.org' });
    await other.aUser({ role: 'admin' });
    await real.allow(other.address);
    real.accounts.set('victim', { email: 'victim@example.org', email_verified: true });
    real.person = 'victim';
    const stolen = new URL(await answeredSignIn(other, new ABrowser()));
    const attacker = new ABrowser();
    const injected = new URL(await answeredSignIn(other, attacker));
    injected.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(ledTo(await attacker.get(injected.href))).toBe('/sign-in?refused=invalid');
    expect(await userOf(other, attacker)).toBeNull();
  });

  it('cannot be begun by a page of another site', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    expectRefusal(await lectern.send({ method: 'POST', path: '/oidc/start', headers, body: '{}' }), 'CROSS_ORIGIN');
  });

  it('is not begun or continued with a cookie that this server has not made', async () => {
    const [name = ''] = (await new ABrowser().post(`${lectern.address}/oidc/start`, {})).headers['set-cookie'] ?? [];
    const answer = await lectern
      .as({ cookie: `${name.split('=', 1)[0]}=eyJhbGciOiJub25lIn0.e30.` })
      .get('/oidc/callback?code=a&state=b');
    expect(ledTo(answer)).toBe('/sign-in?refused=expired');
  });

  it('keeps its state in a cookie that other hosts cannot set, and gives the browser a new session', async () => {
    await using secure = await startLectern({ ...provider.settings, BASE_URL: 'https://lectern.example' });
    const { headers } = await new ABrowser().post(`${secure.address}/oidc/start`, {});
    const [line = '', ...others] = headers['set-cookie'] ?? [];
    expect(others).toEqual([]);
    expect(line).toMatch(/^__Host-lectern_oidc=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);

    const planted = await lectern.aUser();
    const answered = new URL(await answeredSignIn(lectern, new ABrowser()));
    expect(answered.pathname).toBe('/oidc/callback');
    const browser = new ABrowser();
    const address = new URL(await answeredSignIn(lectern, browser));
    const cookie = `${planted.cookie}; ${browser.cookiesFor(lectern.address)}`;
    const answer = await lectern.as({ cookie }).get(`${address.pathname}${address.search}`);
    const [session = ''] = answer.headers['set-cookie'] ?? [];
    expect(session).toMatch(/^lectern_session=.+; Path=\/; HttpOnly/);
    expect(session).not.toContain(planted.cookie.split('=')[1]);
  });

  it('whose error the provider reports leads to a page, also without a person who has begun it', async () => {
    expect(ledTo(await lectern.as(null).get('/oidc/callback?error=server_error'))).toBe('/sign-in?refused=expired');
    expect(ledTo(await lectern.as(null).get('/oidc/callback'))).toBe('/sign-in?refused=expired');
  });

  it('is limited by address', async () => {
    const led = [];
    for (let at = 0; at < 61; at += 1) led.push(ledTo(await lectern.as(null).get('/oidc/callback')));
    expect(led.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => '/sign-in?refused=expired'));
    expect(led[60]).toBe('/sign-in?refused=limited');
  });
});
