import { and, eq, sql } from 'drizzle-orm';
import { deckPeople, decks, users } from '#drizzle/schema/index.ts';
import { type Actor, type Credential, currentRole } from '#server/auth/actor.ts';
import { heldCredential, holdActor, holdPeople } from '#server/auth/credentials.ts';
import { compiledSql } from '#server/db/compiled.ts';
import type { Transaction } from '#server/db/connect.ts';
import { deckNotFound } from '#server/errors.ts';
import type { Role } from '#shared/people.ts';
import { type GrantedDeck, type ReadableDeck, refuseUnlessAllowed } from './granted-deck.ts';
import { type DeckFacts, may } from './rule.ts';

/** A deck whose row is locked, as it is now. */
export interface HeldDeck extends DeckFacts {
  readonly id: string;
  readonly currentVersionId: string;
  readonly slideCount: number;
  /** The actor, with their current name and role. */
  readonly actor: Actor;
}

/**
 * How the deck's row is locked: `share` to rely on it, `no key update` to change it (no other transaction can lock it), `update` to
 * delete it.
 */
export type Hold = 'share' | 'no key update' | 'update';

interface Row extends Omit<DeckFacts, 'deletedAt'> {
  readonly deletedAt: string | null;
  readonly currentVersionId: string;
  readonly slideCount: number;
  readonly name: string;
  readonly role: Role;
}

type Held = { readonly deckId: string; readonly credentialId: string };

const STRENGTHS = { share: sql`share`, 'no key update': sql`no key update`, update: sql`update` };

function compiledHold(kind: Credential['kind'], hold: Hold) {
  return compiledSql<Held, Row>((parameter) => {
    const { from, locks } = heldCredential({ kind, id: parameter('credentialId') });
    return sql`
      select ${decks.ownerId} as "ownerId", ${decks.visibility} as visibility, ${decks.currentVersionId} as "currentVersionId",
        ${decks.slideCount} as "slideCount", ${decks.deletedAt} as "deletedAt", ${deckPeople.access} as "sharedAs", ${users.name} as name, ${users.role} as role
      from ${from} inner join ${decks} on ${decks.id} = ${parameter('deckId')}
        left join ${deckPeople} on ${deckPeople.deckId} = ${decks.id} and ${deckPeople.userId} = ${users.id}
      ${locks} for ${STRENGTHS[hold]} of ${decks}`;
  });
}

const statements = new Map<string, ReturnType<typeof compiledHold>>();

function statementFor(kind: Credential['kind'], hold: Hold): ReturnType<typeof compiledHold> {
  const name = `${kind} ${hold}`;
  const compiled = statements.get(name) ?? compiledHold(kind, hold);
  statements.set(name, compiled);
  return compiled;
}

/**
 * Checks a right again inside the transaction that relies on it, and locks every row that it depends on until the transaction
 * ends: the user, their session or key, and the deck. A concurrent revocation is either seen here or waits until the write is
 * committed. One statement, and another one for an actor who has the right only because the deck is shared with them.
 *
 * @param others further users to whom rows of this transaction will refer
 * @throws AppError UNAUTHENTICATED, DECK_NOT_FOUND or FORBIDDEN
 */
export async function holdDeck(
  tx: Transaction,
  granted: GrantedDeck,
  hold: Hold,
  others: readonly string[] = [],
): Promise<HeldDeck> {
  // Users before decks, and in the order of their ids: see `holdActor`.
  if (others.length > 0) await holdPeople(tx, [...others, granted.actor.userId]);
  const { id, actor, right } = granted;
  const { kind, id: credentialId } = actor.credential;
  const [row] = await statementFor(kind, hold)(tx, { deckId: id, credentialId });
  if (row === undefined) {
    await holdActor(tx, actor);
    throw deckNotFound();
  }
  const { name, role, deletedAt, ...rest } = row;
  const deck = { ...rest, deletedAt: deletedAt === null ? null : new Date(deletedAt) };
  const current = { ...actor, name, role: currentRole(actor, role) };
  const needsShare = !may(current, right, { ...deck, sharedAs: null });
  const sharedAs = needsShare ? await holdShare(tx, id, actor.userId) : deck.sharedAs;
  const held = { ...deck, sharedAs, id, actor: current };
  refuseUnlessAllowed(current, right, held);
  return held;
}

/** Locks the row that shares the deck with the user: the join of `compiledHold` shows it as it was before the deck was locked. */
async function holdShare(tx: Transaction, deckId: string, userId: string): Promise<DeckFacts['sharedAs']> {
  const [share] = await tx
    .select({ access: deckPeople.access })
    .from(deckPeople)
    .where(and(eq(deckPeople.deckId, deckId), eq(deckPeople.userId, userId)))
    .for('share');
  return share?.access ?? null;
}

/**
 * The same for several actors who write on one deck in one transaction.
 *
 * @param uses what each actor does, with the deck as it was granted to them; all of the same deck
 * @param others as for `holdDeck`
 */
export async function holdDeckForAll<Use extends { readonly deck: ReadableDeck }>(
  tx: Transaction,
  uses: readonly Use[],
  hold: Hold,
  others: readonly string[] = [],
): Promise<{ readonly currentVersionId: string; readonly uses: readonly (Use & { readonly held: HeldDeck })[] }> {
  const people = new Set([...others, ...uses.map(({ deck }) => deck.actor.userId)]);
  if (people.size > 1) await holdPeople(tx, [...people]);
  const byCredential = new Map<string, HeldDeck>();
  const all: (Use & { readonly held: HeldDeck })[] = [];
  for (const use of uses) {
    const { id } = use.deck.actor.credential;
    const held = byCredential.get(id) ?? (await holdDeck(tx, use.deck, hold));
    byCredential.set(id, held);
    all.push({ ...use, held });
  }
  const [first] = all;
  if (first === undefined) throw new Error('there is no actor to lock the deck for');
  return { currentVersionId: first.held.currentVersionId, uses: all };
}
