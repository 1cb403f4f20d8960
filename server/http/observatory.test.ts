import { describe, expect, it } from 'vitest';
import type { WebApp } from '#server/app.ts';
import { aLink } from '#server/links/testing/visitor.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { findingsOf, gradeOf, type ScoredPage, scoreOf } from '#server/testing/observatory.ts';

const BASE_URL = 'https://decks.example';
const PAGE = '<!doctype html><html lang="en"><head><script type="module" src="/assets/index.js"></script></head></html>';
const FIRST_SLIDE = 'document.title = "first";';
const webApp: WebApp = {
  handler: () => (_request, response) => void response.type('html').send(PAGE),
  audiencePage: () => Promise.resolve('<!doctype html><html lang="en"><head><title>Lectern</title></head><body></body></html>'),
  hotReload: false,
  scripts: ['/assets/'],
  inlineScripts: [FIRST_SLIDE],
  audienceFirstSlide: FIRST_SLIDE,
  bridge: '"the bridge";',
};
const lectern = await aLectern({ BASE_URL, TRUST_PROXY: '1' }, { webApp });
const member = await lectern.aUser({ role: 'admin' });
// Under https, the cookie has a prefix.
const owner = { ...member, cookie: `__Host-${member.cookie}` };
const deck = await lectern.aDeck({ owner });
const link = await aLink(lectern, owner, deck.id, { allowEmbedding: true });
const [, token = ''] = /\/s\/([^/]+)$/.exec(link.url) ?? [];
const HOST = { host: 'decks.example', accept: 'text/html', 'x-forwarded-for': '192.0.2.1' };

async function pageAt(path: string, cookie: string | null = null): Promise<ScoredPage> {
  const { headers, text } = await lectern.as(cookie === null ? null : { cookie }).get(path, HOST);
  return { url: `${BASE_URL}${path}`, headers, html: text };
}

describe('by the rules of the Mozilla Observatory, with https', () => {
  it.each([
    '/',
    '/sign-in',
    '/join',
    '/admin/system',
    '/decks/x',
    `/s/${token}`,
    '/t/ABCDEFGH',
    '/api/docs',
    '/api/docs/guide',
    '/api/health',
    '/no-such-page',
    '/api/no-such-route',
  ])('%s is an A+', async (path) => {
    const findings = findingsOf(await pageAt(path));
    expect({ grade: gradeOf(scoreOf(findings)), findings }).toMatchObject({ grade: 'A+' });
    expect(findings.filter(({ points }) => points < 0)).toEqual([]);
  });

  it('the response of a sign-in is an A+, with a cookie that is secure', async () => {
    await lectern.aPasswordOf(owner);
    const answer = await lectern
      .as(null)
      .post(
        '/api/auth/sign-in/email',
        { email: owner.email, password: PASSWORD },
        { ...HOST, accept: 'application/json', origin: BASE_URL },
      );
    expect(answer.status).toBe(200);
    const findings = findingsOf({ url: `${BASE_URL}/`, headers: answer.headers, html: '' });
    expect(findings).toContainEqual({ rule: 'cookies', found: 'secure, with SameSite', points: 5 });
    expect(gradeOf(scoreOf(findings))).toBe('A+');
  });

  it('the page of a link that may be embedded loses points for that alone', async () => {
    const findings = findingsOf(await pageAt(`/embed/${token}`));
    expect(findings.filter(({ points }) => points < 0)).toEqual([
      { rule: 'frames of other sites', found: 'allowed', points: -20 },
    ]);
  });

  it.each<[string, Record<string, string | string[]>, string]>([
    ['no policy', { 'content-security-policy': '' }, 'content security policy'],
    [
      'inline scripts',
      { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" },
      'content security policy',
    ],
    [
      'a page that http may change',
      { 'content-security-policy': "default-src 'none'; connect-src http://a.example" },
      'content security policy',
    ],
    ['no strict transport', { 'strict-transport-security': '' }, 'strict transport security'],
    ['a cookie for http', { 'set-cookie': ['a=b; HttpOnly; SameSite=Lax'] }, 'cookies'],
    ['a cookie for scripts', { 'set-cookie': ['a=b; Secure'] }, 'cookies'],
    ['types that are guessed', { 'x-content-type-options': '' }, 'content types'],
    [
      'frames of other sites',
      { 'content-security-policy': "default-src 'none'", 'x-frame-options': '' },
      'frames of other sites',
    ],
    ['an address that others learn', { 'referrer-policy': 'unsafe-url' }, 'referrer policy'],
  ])('%s is found', async (_name, changed, rule) => {
    const page = await pageAt('/');
    const headers = { ...page.headers, ...changed };
    const found = findingsOf({ ...page, headers }).find((each) => each.rule === rule);
    expect(found?.points).toBeLessThan(0);
  });

  it('a script of another site without a digest is found', async () => {
    const page = await pageAt('/');
    const html = '<script src="https://other.example/x.js"></script>';
    expect(findingsOf({ ...page, html })).toContainEqual({
      rule: 'integrity of scripts',
      found: 'foreign, unchecked',
      points: -5,
    });
  });
});
