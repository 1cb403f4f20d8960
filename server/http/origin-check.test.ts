import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ role: 'admin' });
const api = lectern.as(owner);
const { id } = await lectern.aDeck({ owner });
const form = anUpload(await aPackage());
const port = new URL(lectern.address).port;

/** One change of each kind. The last two would sign a user in. */
const CHANGES: Record<string, (headers: Record<string, string>) => ReturnType<typeof api.get>> = {
  'a REST change': (headers) => api.patch(`/api/decks/${id}`, { title: 'x' }, headers),
  'a change without a body': (headers) => api.delete(`/api/decks/${id}/notes/0`, headers),
  'an upload': (headers) => api.send('POST', '/api/decks', { headers: { ...form.headers, ...headers }, body: form.body }),
  'a procedure call': (headers) => api.post('/api/trpc/decks.update', { id, title: 'x' }, headers),
  'making an invite': (headers) => api.post('/api/admin/invites', {}, headers),
  'signing out': async (headers) => lectern.as(await lectern.aSessionOf(owner)).post('/api/auth/sign-out', undefined, headers),
};

const OURS = [
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin', origin: `http://localhost:${port}` },
  { origin: `http://localhost:${port}` },
  { origin: `http://127.0.0.1:${port}` },
  { origin: `http://[::1]:${port}` },
];
const FOREIGN = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-site', origin: `http://localhost:${port}` },
  { 'sec-fetch-site': 'nonsense' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: `http://localhost:${Number(port) + 1}` },
  { origin: `https://localhost:${port}` },
  { origin: `http://localhost:${port}.evil.example` },
  { origin: `http://evil.example`, host: 'evil.example' },
];

describe.each(Object.entries(CHANGES))('%s', (name, change) => {
  it.each(OURS)('is accepted from our own pages: %j', async (headers) => {
    expect((await change(headers)).status).toBeLessThan(300);
  });

  it.each(FOREIGN)('is refused from other sites: %j', async (headers) => {
    const answer = await change(headers);
    if (name === 'a procedure call') expect(answer.body).toMatchObject({ error: { data: { code: 'CROSS_ORIGIN' } } });
    else expectRefusal(answer, 'CROSS_ORIGIN');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('CROSS_ORIGIN');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('signing in and up', () => {
  it.each(['sign-in/email', 'sign-up/email'])('%s from another site is refused before any other check', async (route) => {
    const answer = await lectern.as(null).post(`/api/auth/${route}`, {}, { origin: 'https://evil.example' });
    expectRefusal(answer, 'CROSS_ORIGIN');
    expect(answer.headers['ratelimit']).toBeUndefined();
  });
});

describe('a read request from another site', () => {
  it('is answered, but scripts of other sites cannot read the answer', async () => {
    const answer = await api.get('/api/decks', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('that is a preflight gets no CORS headers', async () => {
    const answer = await api.send('OPTIONS', `/api/decks/${id}`, {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' },
    });
    expect(answer.status).toBe(204);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('when a request has several errors', () => {
  const foreign = { origin: 'https://evil.example' };

  it('an unknown route and a wrong method come before a foreign origin, and that comes before the rest', async () => {
    expectRefusal(await lectern.as(null).post('/api/nothing', {}, foreign), 'NOT_FOUND');
    expectRefusal(await lectern.as(null).put('/api/decks', {}, foreign), 'METHOD_NOT_ALLOWED');
    expectRefusal(
      await lectern
        .as(null)
        .send('PATCH', `/api/decks/${id}`, { headers: { ...foreign, 'content-type': 'text/plain' }, body: 'x' }),
      'CROSS_ORIGIN',
    );
  });
});
