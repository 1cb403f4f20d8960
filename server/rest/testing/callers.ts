import { Scene } from './scene.ts';
import type { TestLectern } from '#server/testing/lectern.ts';

/** A caller with credentials, and a scene with the decks that they request. */
export interface Caller {
  readonly scene: Scene;
  readonly headers: Readonly<Record<string, string>>;
}

export const CALLERS = [
  'anonymous',
  'otherUser',
  'reader',
  'owner',
  'admin',
  'disabled',
  'revokedKey',
  'readKey',
  'fullKey',
  'adminKey',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** One caller of each kind. `reader` requests a team deck, all others a private one. */
export async function someOfEach(lectern: TestLectern): Promise<Record<CallerName, Caller>> {
  const [owner, other, admin, disabled] = [
    await lectern.aUser(),
    await lectern.aUser(),
    await lectern.aUser({ role: 'admin' }),
    await lectern.aUser(),
  ];
  await lectern.database.sql`update users set disabled_at = now() where id = ${disabled.id}`;
  const mine = new Scene(lectern, { owner, visibility: 'private' });
  const keyOf = async (access: 'read' | 'full', whose = owner) => ({
    authorization: `Bearer ${(await mine.aKey(whose, access)).key}`,
  });
  const revoked = await mine.aKey(owner);
  await lectern.as(owner).delete(`/api/keys/${revoked.id}`);
  const theirs = (actor: typeof owner, visibility: 'private' | 'team' = 'private') =>
    new Scene(lectern, { owner, actor, visibility });
  return {
    anonymous: { scene: mine, headers: {} },
    otherUser: { scene: theirs(other), headers: { cookie: other.cookie } },
    reader: { scene: theirs(other, 'team'), headers: { cookie: other.cookie } },
    owner: { scene: mine, headers: { cookie: owner.cookie } },
    admin: { scene: theirs(admin), headers: { cookie: admin.cookie } },
    disabled: { scene: mine, headers: { cookie: disabled.cookie } },
    revokedKey: { scene: mine, headers: { authorization: `Bearer ${revoked.key}` } },
    readKey: { scene: mine, headers: await keyOf('read') },
    fullKey: { scene: mine, headers: await keyOf('full') },
    adminKey: { scene: theirs(admin), headers: await keyOf('full', admin) },
  };
}
