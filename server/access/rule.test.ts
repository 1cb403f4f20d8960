import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { deckPeople, decks, users } from '#drizzle/schema/index.ts';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { type DeckAccess, deckAccessSchema } from '#shared/deck-people.ts';
import { type Visibility, visibilitySchema } from '#shared/decks.ts';
import { type Role, roleSchema } from '#shared/people.ts';
import { readableBy } from './readable-by.ts';
import { type DeckRight, may } from './rule.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());

interface Case {
  readonly role: Role;
  readonly visibility: Visibility;
  readonly isOwner: boolean;
  readonly sharedAs: DeckAccess | null;
  readonly isInTrash: boolean;
}

const CASES: Case[] = roleSchema.options.flatMap((role) =>
  visibilitySchema.options.flatMap((visibility) =>
    [null, ...deckAccessSchema.options].flatMap((sharedAs) =>
      [true, false].flatMap((isOwner) => [false, true].map((isInTrash) => ({ role, visibility, isOwner, sharedAs, isInTrash }))),
    ),
  ),
);

async function aUser(role: Role): Promise<{ userId: string; role: Role }> {
  const id = crypto.randomUUID();
  await db.insert(users).values({ id, name: 'Ada', email: `${id}@example.com`, role });
  return { userId: id, role };
}

async function aDeck(
  ownerId: string,
  { visibility, isInTrash }: Pick<Case, 'visibility' | 'isInTrash'>,
): Promise<typeof decks.$inferSelect> {
  const row = {
    ownerId,
    visibility,
    title: 'A deck',
    currentVersionId: 'none',
    fingerprint: '',
    slideCount: 1,
    hasThumbnail: false,
    deletedAt: isInTrash ? new Date() : null,
  };
  const [deck] = await db
    .insert(decks)
    .values({ id: crypto.randomUUID(), ...row })
    .returning();
  if (deck === undefined) throw new Error('the deck was not written');
  return deck;
}

describe.each(CASES)(
  'to a $role, a $visibility deck (owner: $isOwner, shared as: $sharedAs, in the trash: $isInTrash)',
  (each) => {
    const { role, visibility, isOwner, sharedAs, isInTrash } = each;
    const isInCharge = isOwner || role === 'admin';
    const rights: Record<DeckRight, boolean> = {
      read: !isInTrash && (isInCharge || visibility === 'team' || sharedAs !== null),
      edit: !isInTrash && (isInCharge || sharedAs === 'edit'),
      manage: !isInTrash && isInCharge,
      recover: isInTrash && isInCharge,
    };

    it(`gives ${JSON.stringify(rights)}, and SQL gives the same result for reading`, async () => {
      const person = await aUser(role);
      const deck = await aDeck(isOwner ? person.userId : (await aUser('user')).userId, each);
      // A share with one user gives no rights to others.
      await db.insert(deckPeople).values({ deckId: deck.id, userId: (await aUser('user')).userId, access: 'edit' });
      if (sharedAs !== null) await db.insert(deckPeople).values({ deckId: deck.id, userId: person.userId, access: sharedAs });
      for (const right of ['read', 'edit', 'manage', 'recover'] as const)
        expect([right, may(person, right, { ...deck, sharedAs })]).toEqual([right, rights[right]]);

      const byActor = await db
        .select({ id: decks.id })
        .from(decks)
        .where(and(eq(decks.id, deck.id), readableBy(person)));
      const byJoin = await db
        .select({ id: decks.id })
        .from(decks)
        .innerJoin(users, eq(users.id, person.userId))
        .where(and(eq(decks.id, deck.id), readableBy(users)));
      expect({ byActor: byActor.length === 1, byJoin: byJoin.length === 1 }).toEqual({
        byActor: rights.read,
        byJoin: rights.read,
      });
    });
  },
);
