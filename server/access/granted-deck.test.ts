import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Actor } from '#server/auth/actor.ts';
import type { DecksRepo } from '#server/decks/decks.repo.ts';
import type { SharingRepo } from '#server/sharing/sharing.repo.ts';
import type { SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import type { TalksRepo } from '#server/talks/talks.repo.ts';
import type { TrashRepo } from '#server/trash/trash.repo.ts';
import type { VersionsRepo } from '#server/versions/versions.repo.ts';
import { type ChangeableDeck, grantDeck, type ManageableDeck, type ReadableDeck, type RecoverableDeck } from './granted-deck.ts';

const reader: Actor = { userId: 'reader', name: 'Rita', role: 'user', credential: { kind: 'session', id: 'session' } };
const owner: Actor = { ...reader, userId: 'owner' };
const team = { id: 'deck', ownerId: 'owner', visibility: 'team' as const, sharedAs: null, deletedAt: null };
const secret = { ...team, visibility: 'private' as const };
const deleted = { ...team, deletedAt: new Date() };

describe('a deck is granted', () => {
  it('to actors with the right, together with the right and the actor', () => {
    expect(grantDeck(reader, 'read', team)).toEqual({ ...team, actor: reader, right: 'read' });
    expect(grantDeck(owner, 'manage', secret)).toEqual({ ...secret, actor: owner, right: 'manage' });
  });

  it('for nothing but recovery while it is in the trash', () => {
    expect(grantDeck(owner, 'recover', deleted)).toMatchObject({ right: 'recover' });
    for (const [actor, right, deck] of [
      [owner, 'read', deleted],
      [owner, 'manage', deleted],
      [reader, 'recover', deleted],
      [owner, 'recover', team],
    ] as const)
      expect(() => grantDeck(actor, right, deck)).toThrow(expect.objectContaining({ code: 'DECK_NOT_FOUND' }));
  });

  it('to no other actor: a deck that they may not read is not found', () => {
    for (const deck of [null, secret])
      expect(() => grantDeck(reader, 'edit', deck)).toThrow(expect.objectContaining({ code: 'DECK_NOT_FOUND' }));
    for (const right of ['edit', 'manage'] as const)
      expect(() => grantDeck(reader, right, team)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});

// Checked by the compiler: `npm run check` fails when one of these becomes untrue.
describe('a function that changes a deck does not compile with a lesser right', () => {
  it('rights include each other in one direction only', () => {
    expectTypeOf<ManageableDeck>().toExtend<ChangeableDeck>();
    expectTypeOf<ChangeableDeck>().toExtend<ReadableDeck>();
    expectTypeOf<ReadableDeck>().not.toExtend<ChangeableDeck>();
    expectTypeOf<ChangeableDeck>().not.toExtend<ManageableDeck>();
    expectTypeOf<RecoverableDeck>().not.toExtend<ReadableDeck>();
    expectTypeOf<ManageableDeck>().not.toExtend<RecoverableDeck>();
    expectTypeOf<typeof team & { actor: Actor; right: 'manage' }>().not.toExtend<ReadableDeck>();
  });

  it('the type of every write requires its right', () => {
    expectTypeOf<DecksRepo['rename']>().parameter(0).toEqualTypeOf<ChangeableDeck>();
    expectTypeOf<VersionsRepo['add']>().parameter(0).toEqualTypeOf<ChangeableDeck>();
    expectTypeOf<VersionsRepo['restore']>().parameter(0).toEqualTypeOf<ChangeableDeck>();
    expectTypeOf<DecksRepo['update']>().parameter(0).toEqualTypeOf<ManageableDeck>();
    expectTypeOf<SharingRepo['share']>().parameter(0).toEqualTypeOf<ManageableDeck>();
    expectTypeOf<SharingRepo['unshare']>().parameter(0).toEqualTypeOf<ManageableDeck>();
    expectTypeOf<SharingRepo['transfer']>().parameter(0).toEqualTypeOf<ManageableDeck>();
    expectTypeOf<TrashRepo['add']>().parameter(0).toEqualTypeOf<ManageableDeck>();
    expectTypeOf<TrashRepo['restore']>().parameter(0).toEqualTypeOf<RecoverableDeck>();
    expectTypeOf<TrashRepo['purge']>().parameter(0).toEqualTypeOf<RecoverableDeck>();
    expectTypeOf<SlideStateRepo['write']>().parameter(0).toEqualTypeOf<ReadableDeck>();
    expectTypeOf<TalksRepo['start']>().parameter(0).toEqualTypeOf<ReadableDeck>();
    expectTypeOf<TalksRepo['change']>().parameter(0).toEqualTypeOf<ReadableDeck>();
  });

  it('a deck that was granted for reading cannot be passed to a change', () => {
    const change = (repo: Pick<DecksRepo, 'rename'>, trash: Pick<TrashRepo, 'add'>) => {
      // @ts-expect-error the right to read does not include the right to manage
      void trash.add(grantDeck(reader, 'read', team));
      // @ts-expect-error the right to edit does not include the right to manage
      void trash.add(grantDeck(owner, 'edit', team));
      // @ts-expect-error the right to read does not include the right to edit
      void repo.rename(grantDeck(reader, 'read', team), 'Mine now');
      return repo.rename(grantDeck(owner, 'edit', team), 'Mine still');
    };
    expectTypeOf(change).returns.resolves.toBeVoid();
  });
});
