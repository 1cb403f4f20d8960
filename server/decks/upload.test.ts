import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aSlowUpload } from '#server/packages/testing/slow-upload.ts';
import { aForm, anUpload, type Part } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aBadPackage, aPackage } from '#server/testing/packages.ts';
import { settled } from '#server/testing/settled.ts';
import { deckDetailSchema } from '#shared/decks.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ name: 'Ada' });
const api = lectern.as(owner);
const small = await aPackage();

async function titleFrom(...parts: Part[]): Promise<string> {
  const answer = await api.send('POST', '/api/decks', aForm(...parts));
  expect(answer.status).toBe(201);
  return deckDetailSchema.parse(answer.body).title;
}

describe('an upload', () => {
  it('creates a deck and returns its address', async () => {
    const bytes = await aPackage({ title: 'Quarterly', slides: 3 });
    const answer = await api.send('POST', '/api/decks', anUpload(bytes));
    expect(answer.status).toBe(201);
    const detail = deckDetailSchema.parse(answer.body);
    expect(answer.headers.location).toBe(`/api/decks/${detail.id}`);
    const fingerprint = `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
    expect(detail).toMatchObject({
      title: 'Quarterly',
      fingerprint,
      visibility: 'private',
      ownerId: owner.id,
      owner: { id: owner.id, name: 'Ada' },
      slideCount: 3,
      hasThumbnail: false,
      currentVersion: {
        number: 1,
        fingerprint,
        sizeBytes: bytes.length,
        slideCount: 3,
        current: true,
        createdBy: { id: owner.id, name: 'Ada' },
      },
      permissions: { edit: true, delete: true },
    });
    expect(detail.manifest.slides.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect((await api.get(`/api/decks/${detail.id}`)).body).toEqual(answer.body);
    await settled(lectern);
  });

  it('can arrive in any pieces', async () => {
    for (let cut = 1; cut <= 12; cut += 1) {
      const upload = await aSlowUpload(lectern, small, { user: owner, lastBytes: cut });
      upload.finish();
      expect((await upload.answer).status).toBe(201);
    }
  });

  it('of the same bytes twice creates two decks', async () => {
    const [first, second] = [await lectern.aDeck({ owner, title: 'Twin' }), await lectern.aDeck({ owner, title: 'Twin' })];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(second.id).not.toBe(first.id);
  });

  it('corrects soft faults of the format', async () => {
    const bytes = await aBadPackage((manifest) => ({ ...manifest, totalSlides: 17, unknown: 'kept' }));
    const detail = deckDetailSchema.parse((await api.send('POST', '/api/decks', anUpload(bytes))).body);
    expect(detail.manifest.totalSlides).toBe(2);
  });
});

describe('the fields of the form', () => {
  const file: Part = { name: 'file', filename: 'x.stage', content: small };
  const title: Part = { name: 'title', content: '  Ours  ' };

  it('can be before or after the file', async () => {
    expect(await titleFrom(title, file)).toBe('Ours');
    expect(await titleFrom(file, title)).toBe('Ours');
  });

  it('set the visibility of the deck', async () => {
    const answer = await api.send('POST', '/api/decks', aForm(file, { name: 'visibility', content: 'team' }));
    expect(answer.body).toMatchObject({ visibility: 'team' });
  });

  it('are ignored if they are unknown', async () => {
    const unknown = ['ownerId', 'id', '__proto__', 'constructor'].map((name) => ({ name, content: 'x' }));
    const answer = await api.send('POST', '/api/decks', aForm(...unknown, file));
    expect(answer.body).toMatchObject({ ownerId: owner.id, title: 'A deck' });
  });

  it.each([
    'Über "Alles" 100%',
    '%zz %41',
    '🎉 Party 👩‍👩‍👧',
    'a/b\\c',
    "it's; filename=x",
    '表'.repeat(256),
    '­hidden',
    '<script>alert(1)</script>',
  ])('accept the title %s unchanged', async (content) => {
    expect(await titleFrom({ name: 'title', content }, file)).toBe(content);
  });
});

describe("a manifest's title", () => {
  it.each([
    ['of several lines becomes one line', 'One\r\n\tTwo', 'One Two'],
    ['of only control characters is replaced', '\u0001\u0002', 'Untitled deck'],
    ['keeps its quotes', '"q" & <b>', '"q" & <b>'],
  ])('%s', async (_, title, expected) => {
    const bytes = await aBadPackage((manifest) => ({ ...manifest, title }));
    expect(await titleFrom({ name: 'file', filename: 'x', content: bytes })).toBe(expected);
  });
});
