import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { passkeys, users } from '#drizzle/schema/index.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdPeople } from '#server/auth/credentials.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Client } from '#server/auth/client.ts';
import type { Admission, SessionOpener } from '#server/auth/session-opener.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { PASSKEYS_MAX } from '#shared/limits.ts';
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignIn } from '#shared/passkeys.ts';
import type { Person } from '#shared/people.ts';
import type { RecoveryCodes } from '#shared/two-factor.ts';
import { CHALLENGE_SECONDS, type Challenges } from './challenges.ts';
import { changeFactors, noteFactor } from './factor-state.ts';
import { ALGORITHMS, verifyNewKey, verifyUse } from './key-ceremonies.ts';

interface Dependencies {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly challenges: Challenges;
  readonly opener: SessionOpener;
  /** Asks for the password again. @throws AppError REAUTHENTICATION_REQUIRED or INVALID_CREDENTIALS */
  readonly confirm: (actor: Actor, password: string | undefined) => Promise<void>;
  /** Whether people sign in here, and not only with a provider. */
  readonly hasPasswords: boolean;
  /** The address of the application: keys belong to its host name. */
  readonly origin: string;
}

export type PasskeyRow = Pick<typeof passkeys.$inferSelect, 'id' | 'name' | 'isSynced' | 'createdAt' | 'lastUsedAt'>;

const SIGN_IN = 'sign in';
const additionBy = (userId: string): string => `addition by ${userId}`;

/**
 * Keys with which people sign in without a password, or take the second step. The person unlocks a key on its device (user verification), so
 * that it counts as two factors.
 */
export class PasskeysService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The newest first. */
  async list({ userId }: Pick<Actor, 'userId'>): Promise<readonly PasskeyRow[]> {
    const { id, name, isSynced, createdAt, lastUsedAt } = passkeys;
    return this.#dependencies.db
      .select({ id, name, isSynced, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  }

  /** @throws AppError FORBIDDEN, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS or LIMIT_REACHED */
  async beginAdding(actor: Actor, password: string | undefined): Promise<PasskeyCreation> {
    const { db, confirm, challenges, origin } = this.#dependencies;
    this.#requirePasswords();
    await confirm(actor, password);
    const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId));
    const owned = await db.select({ id: passkeys.credentialId }).from(passkeys).where(eq(passkeys.userId, actor.userId));
    if (owned.length >= PASSKEYS_MAX) throw tooMany();
    return {
      challenge: challenges.issue(additionBy(actor.userId)),
      rp: { id: new URL(origin).hostname, name: 'Lectern' },
      user: { id: Buffer.from(actor.userId).toString('base64url'), name: user?.email ?? actor.name, displayName: actor.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_SECONDS * 1000,
      excludeCredentials: owned.map(({ id }) => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    };
  }

  /**
   * Adds a key. Returns recovery codes if it is the first second factor. The caller has made sure that the challenge is used once.
   *
   * @throws AppError PASSKEY_REFUSED or LIMIT_REACHED
   */
  async add(actor: Actor, { name, credential }: NewPasskey): Promise<RecoveryCodes> {
    const { challenges, origin } = this.#dependencies;
    this.#requirePasswords();
    const key = await verifyNewKey(credential, {
      origin,
      isGood: (challenge) => challenges.isGood(challenge, additionBy(actor.userId)),
    });
    if (key === null) throw refused('This key could not be added. Try again.');
    return changeFactors(this.#dependencies, actor, async (tx, record, person) => {
      const [count] = await tx
        .select({ owned: sql<number>`count(*)::int` })
        .from(passkeys)
        .where(eq(passkeys.userId, person.id));
      if ((count?.owned ?? 0) >= PASSKEYS_MAX) throw tooMany();
      const added = await tx
        .insert(passkeys)
        .values({ id: randomUUID(), userId: person.id, name, ...key })
        .onConflictDoNothing({ target: passkeys.credentialId })
        .returning({ id: passkeys.id });
      if (added.length === 0) throw refused('This key is already in use.');
      await record({ kind: 'passkey.added', actor: person, details: { name } });
      return { recoveryCodes: await noteFactor(tx, person.id) };
    });
  }

  /** @throws AppError REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS or TWO_FACTOR_NOT_FOUND */
  async remove(actor: Actor, id: string, password: string | undefined): Promise<void> {
    await this.#dependencies.confirm(actor, password);
    await changeFactors(this.#dependencies, actor, async (tx, record, person) => {
      const [removed] = await tx
        .delete(passkeys)
        .where(and(eq(passkeys.userId, person.id), eq(passkeys.id, id)))
        .returning({ name: passkeys.name });
      if (removed === undefined) throw notFound();
      await record({ kind: 'passkey.removed', actor: person, details: { name: removed.name } });
      await noteFactor(tx, person.id);
    });
  }

  /** What a browser asks its keys. It says nothing about accounts. @throws AppError FORBIDDEN if people only sign in with a provider */
  request(): PasskeyRequest {
    const { challenges, origin } = this.#dependencies;
    this.#requirePasswords();
    return {
      challenge: challenges.issue(SIGN_IN),
      rpId: new URL(origin).hostname,
      timeout: CHALLENGE_SECONDS * 1000,
      userVerification: 'required',
    };
  }

  /**
   * Signs in the owner of a key. The caller has made sure that the challenge is used once.
   *
   * @throws AppError PASSKEY_REFUSED, also if the account is disabled
   */
  async signIn({ credential }: PasskeySignIn, client: Client): Promise<Admission> {
    this.#requirePasswords();
    const admission = await this.#enter(credential, client);
    if (admission !== null) return admission;
    const details = { email: null, factor: 'passkey' } as const;
    await this.#dependencies.trail.record({ kind: 'session.refused', actor: null, details });
    throw refused('This passkey does not sign in here, or the request has expired. Try again, or use your password.');
  }

  async #enter(credential: PasskeySignIn['credential'], client: Client): Promise<Admission | null> {
    const { db, opener } = this.#dependencies;
    const owner = await this.#use(credential);
    if (owner === null) return null;
    const isStillThere = async (): Promise<boolean> => {
      const [key] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, owner.keyId));
      return key !== undefined;
    };
    return opener.signIn(owner.userId, client, ['passkey'], isStillThere);
  }

  /** Checks what a key has signed, and notes the use, with the row of its owner locked. Null: it does not sign in. */
  async #use(credential: PasskeySignIn['credential']): Promise<{ userId: string; keyId: string } | null> {
    const { db, challenges, origin } = this.#dependencies;
    return db.transaction(async (tx) => {
      const byId = eq(passkeys.credentialId, credential.id);
      const [found] = await tx.select({ userId: passkeys.userId }).from(passkeys).where(byId);
      if (found === undefined) return null;
      await holdPeople(tx, [found.userId], 'no key update');
      const [key] = await tx.select().from(passkeys).where(byId);
      const use =
        key && (await verifyUse(credential, key, { origin, isGood: (challenge) => challenges.isGood(challenge, SIGN_IN) }));
      if (key === undefined || !use) return null;
      await tx
        .update(passkeys)
        .set({ ...use, lastUsedAt: new Date() })
        .where(eq(passkeys.id, key.id));
      return { userId: key.userId, keyId: key.id };
    });
  }

  #requirePasswords(): void {
    if (!this.#dependencies.hasPasswords)
      throw new AppError('FORBIDDEN', 'On this server people sign in with the provider only.');
  }
}

/** Removes all passkeys of a user, who must be locked. */
export async function removePasskeys(tx: Transaction, owner: Person, record: Recorder): Promise<void> {
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, owner.id)).returning({ name: passkeys.name });
  for (const { name } of removed) await record({ kind: 'passkey.removed', actor: owner, details: { name } });
  await noteFactor(tx, owner.id);
}

const refused = (message: string): AppError => new AppError('PASSKEY_REFUSED', message);
const notFound = (): AppError => new AppError('TWO_FACTOR_NOT_FOUND', 'You do not have this passkey.');
const tooMany = (): AppError =>
  new AppError('LIMIT_REACHED', `You can have at most ${PASSKEYS_MAX} passkeys. Remove one first.`, { limit: PASSKEYS_MAX });
