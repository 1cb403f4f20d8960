import { describe, expect, it } from 'vitest';
import { anOrderedPackage, UNRULY_READER } from '#server/packages/testing/orders.ts';
import { aSlowUpload } from '#server/packages/testing/slow-upload.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';
import type { DeckDetail } from '#shared/decks.ts';

const sound = await aPackage();

interface Scene {
  readonly lectern: TestLectern;
  readonly boss: TestUser;
  /** An admin who uploads a version of another user's private deck. */
  readonly admin: TestUser;
  readonly owner: TestUser;
  readonly deck: DeckDetail;
}

const manage = ({ lectern, boss, admin }: Scene, changes: object) =>
  lectern.as(boss).patch(`/api/admin/users/${admin.id}`, changes);

/** Events during an upload, and the error that the upload then gets. */
const LOSSES = [
  ['the admin is demoted', 'DECK_NOT_FOUND', (scene: Scene) => manage(scene, { role: 'user' })],
  ['the admin is disabled', 'UNAUTHENTICATED', (scene: Scene) => manage(scene, { disabled: true })],
  [
    'the admin is removed',
    'UNAUTHENTICATED',
    ({ lectern, boss, admin }: Scene) => lectern.as(boss).delete(`/api/admin/users/${admin.id}`),
  ],
  ['the admin signs out', 'UNAUTHENTICATED', ({ lectern, admin }: Scene) => lectern.as(admin).post('/api/auth/sign-out')],
  [
    'the deck is deleted',
    'DECK_NOT_FOUND',
    ({ lectern, owner, deck }: Scene) => lectern.as(owner).delete(`/api/decks/${deck.id}`),
  ],
] as const;

/** Uploads a version and triggers an event while the body is received, or while the package is read. */
const STAGES: Record<string, (scene: Scene, event: () => Promise<Answer>, idempotencyKey?: string) => Promise<Answer>> = {
  'the body is received': async ({ lectern, admin, deck }, event, idempotencyKey) => {
    const path = `/api/decks/${deck.id}/versions`;
    const upload = await aSlowUpload(lectern, sound, {
      user: admin,
      path,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    expect((await event()).status).toBeLessThan(300);
    upload.finish();
    return upload.answer;
  },
  'the package is read': async ({ lectern, admin, deck }, event, idempotencyKey) => {
    const held = await anOrderedPackage('hold');
    const { headers, body } = anUpload(held.bytes);
    const own = idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey };
    const answer = lectern.as(admin).send('POST', `/api/decks/${deck.id}/versions`, { headers: own, body });
    await held.started();
    expect((await event()).status).toBeLessThan(300);
    await held.release();
    return answer;
  },
};

describe.each(Object.entries(STAGES))('an upload is refused when, while %s,', (_stage, upload) => {
  it.each(LOSSES)('%s (%s)', async (_event, code, event) => {
    await using lectern = await startLectern({}, { reading: { program: UNRULY_READER } });
    for (const key of [undefined, 'a key']) {
      const [boss, admin, owner] = [
        await lectern.aUser({ role: 'admin' }),
        await lectern.aUser({ role: 'admin' }),
        await lectern.aUser(),
      ];
      const deck = await lectern.aDeck({ owner });
      const scene = { lectern, boss, admin, owner, deck };
      expectRefusal(await upload(scene, () => event(scene), key), code);
      expect((await settled(lectern)).versions).toBe((await settled(lectern)).blobs.length);
      const versions = await lectern.database.sql`select number from versions where deck_id = ${deck.id}`;
      expect(versions.length).toBeLessThanOrEqual(1);
    }
  });
});

it('a new deck is refused if the user is removed while the body is received', async () => {
  await using lectern = await startLectern();
  const [boss, user] = [await lectern.aUser({ role: 'admin' }), await lectern.aUser()];
  const upload = await aSlowUpload(lectern, sound, { user, idempotencyKey: 'a key' });
  expect((await lectern.as(boss).delete(`/api/admin/users/${user.id}`)).status).toBe(204);
  upload.finish();
  expectRefusal(await upload.answer, 'UNAUTHENTICATED');
  expect(await settled(lectern)).toEqual({ decks: 0, versions: 0, blobs: [], temporary: [] });
});
