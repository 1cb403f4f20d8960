import { expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ name: 'Ana <b>' });
const api = lectern.as(owner);
const stroke = (id: string, more: object = {}) => ({
  id,
  tool: 'pen',
  color: '#d9542b',
  width: 4,
  points: [
    [1, 2],
    [30, 40],
    [90, 20],
  ],
  ...more,
});

it('a drawing is exported as an SVG of the size of its slide, without scripts', async () => {
  const { id, manifest } = await lectern.aDeck({ owner });
  const hostile = '</text><script>alert(1)</script>';
  const add = [stroke('one'), stroke('two', { tool: 'text', text: hostile, color: '"/><script>' })];
  expect((await api.post(`/api/decks/${id}/annotations/0/strokes`, { add })).status).toBe(200);

  const { status, headers, text } = await api.get(`/api/decks/${id}/export/slides/0.svg`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename=".* 1\.svg"/),
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect(text).toContain(`viewBox="0 0 ${manifest.dimensions.width} ${manifest.dimensions.height}"`);
  expect(text.match(/<path/g)).toHaveLength(1);
  expect(text).not.toContain('<script');
  expect(text).toContain('Ana &lt;b&gt;');
});

it('the drawing at one place inside a slide can be exported alone', async () => {
  const { id } = await lectern.aDeck({ owner });
  const add = [stroke('one', { inner: 1 }), stroke('two', { inner: 2 }), stroke('three', { inner: 2 })];
  await api.post(`/api/decks/${id}/annotations/0/strokes`, { add });
  const { text } = await api.get(`/api/decks/${id}/export/slides/0.svg?inner=2`);
  expect(text.match(/<path/g)).toHaveLength(2);
});

it('an annotation of another program cannot be exported', async () => {
  const { id } = await lectern.aDeck({ owner });
  await api.put(`/api/decks/${id}/annotations/0`, { payload: { circle: 1 } });
  expectRefusal(await api.get(`/api/decks/${id}/export/slides/0.svg`), 'FOREIGN_ANNOTATION');
  expectRefusal(await api.get(`/api/decks/${id}/export/slides/99.svg`), 'SLIDE_NOT_FOUND');
});
