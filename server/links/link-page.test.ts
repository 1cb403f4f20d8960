import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { anUpload } from '#server/testing/forms.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { aLink, dataIn, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const owner = await lectern.aUser();
const api = lectern.as(owner);
const TITLE = `</script><b>"Figures" & 'facts'`;

async function aPage(wish: object = {}, place = 's') {
  const { id } = await lectern.aDeck({ owner, title: TITLE });
  const link = await aLink(lectern, owner, id, wish);
  const visitor = new Visitor(lectern, link);
  const open = (at = place) =>
    lectern.as(null).get(`/${at}/${visitor.token}`, { accept: 'text/html', 'x-forwarded-for': visitor.address });
  return { id, link, visitor, open, answer: await open() };
}

describe('the page of a link', () => {
  it('contains the answers to its first requests, with an address that plays', async () => {
    const { visitor, answer } = await aPage();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { token, embedded, first } = dataIn(answer.text);
    expect([token, embedded, first.state]).toEqual([visitor.token, false, 'open']);
    if (first.state !== 'open') return;
    expect(first.shared).toEqual((await visitor.get()).body);
    const [slide] = first.shared.deck.slides;
    expect((await visitor.play(new URL(first.playback.baseUrl).pathname + slide?.file)).status).toBe(200);
  });

  it('cannot be framed, indexed, or broken by a title', async () => {
    const { answer } = await aPage();
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect([answer.headers['x-frame-options'], answer.headers['x-robots-tag']]).toEqual(['DENY', 'noindex']);
    expect(answer.text).toContain('<meta name="robots" content="noindex">');
    expect(answer.text).not.toContain('<b>');
    expect(answer.text.match(/<\/script>/g)).toHaveLength(1);
    expect(answer.text).toContain('<title>&lt;/script&gt;&lt;b&gt;&quot;Figures&quot; &amp; &#39;facts&#39;</title>');
  });

  it('has a preview with the address of the link, and a picture if there is one', async () => {
    const { id, link, open, answer } = await aPage();
    expect(answer.text).toContain('<meta property="og:title" content="&lt;/script&gt;');
    expect(answer.text).toContain(`<meta property="og:url" content="${link.url}">`);
    expect(answer.text).toContain('<meta property="og:type" content="website">');
    expect(answer.text).not.toContain('og:image');
    const slides = [{ file: 'a.html', id: 'a', label: 'A', thumbnail: 'a.png' }];
    const files = { 'a.html': '<!doctype html>', 'a.png': Buffer.from('not looked at') };
    await api.send('POST', `/api/decks/${id}/versions`, anUpload(await aPackage({ slides, files })));
    const [, image = ''] = /og:image" content="([^"]*)"/.exec((await open()).text) ?? [];
    expect(image).toMatch(/\/api\/shared\/[\w-]{43}\/thumbnail$/);
    const picture = await lectern.as(null).get(new URL(image).pathname);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('reveals nothing of a deck with a password', async () => {
    const { id, answer } = await aPage({ password: 'open sesame', allowEmbedding: true });
    expect(answer.status).toBe(200);
    expect(dataIn(answer.text).first).toEqual({ state: 'locked' });
    for (const secret of ['Figures', 'og:', 'oembed', id, owner.id, 'play']) expect(answer.text).not.toContain(secret);
  });

  it('says that the link has ended, with the status', async () => {
    const { id, link, open } = await aPage();
    await api.patch(`/api/decks/${id}/links/${link.id}`, { paused: true });
    const paused = await open();
    expect([paused.status, dataIn(paused.text).first]).toEqual([410, { state: 'ended', code: 'LINK_EXPIRED' }]);
    expect(paused.text).not.toContain('Figures');
    await api.delete(`/api/decks/${id}/links/${link.id}`);
    for (const path of ['s', 'embed']) {
      const gone = await open(path);
      expect([gone.status, dataIn(gone.text).first]).toEqual([404, { state: 'ended', code: 'LINK_NOT_FOUND' }]);
    }
    const strange = await lectern.as(null).get(`/s/%3Cscript%3E${'x'.repeat(200)}`, { accept: 'text/html' });
    expect(strange.status).toBe(404);
    expect(strange.text).not.toContain('<script>x');
  });
});

describe('the page for frames', () => {
  it('can be framed by every site, if the link allows it', async () => {
    const { answer } = await aPage({ allowEmbedding: true }, 'embed');
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(dataIn(answer.text)).toMatchObject({ embedded: true, first: { state: 'open' } });
    const denied = (await aPage({}, 'embed')).answer;
    expect(denied.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(denied.headers['x-frame-options']).toBe('DENY');
    const { open } = await aPage({ allowEmbedding: true });
    expect((await open()).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

describe('a link that certain sites may embed', () => {
  it('can be framed by these and by no others, as soon as they are changed', async () => {
    const embedOrigins = ['https://b.example', 'https://a.example:8443', 'https://b.example'];
    const { id, link, open } = await aPage({ allowEmbedding: true, embedOrigins }, 'embed');
    const ancestors = async () =>
      /frame-ancestors [^;]*/
        .exec(String((await open()).headers['content-security-policy']))?.[0]
        .replace('frame-ancestors ', '');
    expect(await ancestors()).toBe('https://a.example:8443 https://b.example');
    expect((await open()).headers['x-frame-options']).toBeUndefined();
    const change = (to: object) => api.patch(`/api/decks/${id}/links/${link.id}`, to);
    await change({ embedOrigins: [] });
    expect(await ancestors()).toBe('*');
    await change({ embedOrigins, allowEmbedding: false });
    expect(await ancestors()).toBe("'none'");
    // The page that is not for frames never can.
    await change({ allowEmbedding: true });
    expect((await open('s')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('tells visitors nothing of these sites', async () => {
    const { answer, visitor } = await aPage({ allowEmbedding: true, embedOrigins: ['https://customer.example'] }, 'embed');
    for (const text of [answer.text, (await visitor.get()).text]) expect(text).not.toContain('customer.example');
  });
});

describe('oEmbed', () => {
  const embed = (url: string, more = '') => lectern.as(null).get(`/api/oembed?url=${encodeURIComponent(url)}${more}`);

  it('is found in the page, and describes a frame with the shape of the slides', async () => {
    const { link, answer, visitor } = await aPage({ allowEmbedding: true });
    const [, discovery = ''] = /application\/json\+oembed" href="([^"]*)"/.exec(answer.text) ?? [];
    const url = new URL(discovery.replaceAll('&amp;', '&'));
    const found = await lectern.as(null).get(url.pathname + url.search);
    expect(found.body).toMatchObject({
      type: 'rich',
      version: '1.0',
      title: TITLE,
      width: 960,
      height: 540,
      provider_name: 'Lectern',
    });
    const { html } = found.body as { html: string };
    expect(html).toContain(`src="${new URL(link.url).origin}/embed/${visitor.token}"`);
    expect(html).not.toContain('<b>');
    expect((await embed(link.url, '&maxwidth=320')).body).toMatchObject({ width: 320, height: 180 });
    expect((await embed(link.url, '&maxwidth=2000&maxheight=90')).body).toMatchObject({ width: 160, height: 90 });
  });

  it('is refused for other addresses, and for links that do not allow it or have a password', async () => {
    const { link } = await aPage();
    const locked = await aPage({ allowEmbedding: true, password: 'open sesame' });
    const { link: good } = await aPage({ allowEmbedding: true });
    const ended = await aPage({ allowEmbedding: true });
    await api.patch(`/api/decks/${ended.id}/links/${ended.link.id}`, { paused: true });
    for (const url of [
      ended.link.url,
      link.url,
      locked.link.url,
      `${good.url}x`,
      `https://elsewhere.example/${good.url}`,
      'x',
      good.url.replace('/s/', '/decks/'),
    ])
      expectRefusal(await embed(url), 'LINK_NOT_FOUND');
    expectRefusal(await embed(good.url, '&format=xml'), 'NOT_IMPLEMENTED');
    expectRefusal(await embed(good.url, '&format=yaml'), 'VALIDATION_FAILED');
    expectRefusal(await embed(good.url, '&maxwidth=0'), 'VALIDATION_FAILED');
  });
});
