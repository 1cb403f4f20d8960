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
  /** An admin, who uploads a version of somebody else's private deck. */
  readonly admin: TestUser;
  readonly owner: TestUser;
  readonly deck: DeckDetail;
}

const manage = ({ lectern, boss, admin }: Scene, changes: object) =>
  lectern.as(boss).patch(`/api/admin/users/${admin.id}`, changes);

/** What may happen while an upload is under way, and how the upload is answered then. */
const LOSSES = [
  ['they are no admin any more', 'DECK_NOT_FOUND', (scene: Scene) => manage(scene, { role: 'user' })],
  ['they are disabled', 'UNAUTHENTICATED', (scene: Scene) => manage(scene, { disabled: true })],
  [
    'they are removed',
    'UNAUTHENTICATED',
    ({ lectern, boss, admin }: Scene) => lectern.as(boss).delete(`/api/admin/users/${admin.id}`),
  ],
  ['they sign out', 'UNAUTHENTICATED', ({ lectern, admin }: Scene) => lectern.as(admin).post('/api/auth/sign-out')],
  [
    'the deck is deleted',
    'DECK_NOT_FOUND',
    ({ lectern, owner, deck }: Scene) => lectern.as(owner).delete(`/api/decks/${deck.id}`),
  ],
] as const;

/** Uploads a version, and has something happen while the body comes, or while the package is read. */
const STAGES: Record<string, (scene: Scene, event: () => Promise<Answer>, idempotencyKey?: string) => Promise<Answer>> = {
  'the body comes': async ({ lectern, admin, deck }, event, idempotencyKey) => {
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

it('a new deck is refused to somebody who was removed while its body came', async () => {
  await using lectern = await startLectern();
  const [boss, user] = [await lectern.aUser({ role: 'admin' }), await lectern.aUser()];
  const upload = await aSlowUpload(lectern, sound, { user, idempotencyKey: 'a key' });
  expect((await lectern.as(boss).delete(`/api/admin/users/${user.id}`)).status).toBe(204);
  upload.finish();
  expectRefusal(await upload.answer, 'UNAUTHENTICATED');
  expect(await settled(lectern)).toEqual({ decks: 0, versions: 0, blobs: [], temporary: [] });
});
