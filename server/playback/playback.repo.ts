import type { EntryRecord } from 'deck-format';
import { and, desc, eq, gt, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import {
  apiKeys,
  decks,
  deckSettings,
  deckTrust,
  packages,
  playbackGrants,
  renderJobs,
  sessions,
  users,
  versions,
} from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { isInTrash, readableBy } from '#server/access/readable-by.ts';
import { isLiveSession } from '#server/auth/session-life.ts';
import type { Credential } from '#server/auth/actor.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { PLAYBACK_GRANTS_MAX } from '#shared/limits.ts';
import { CLIENTS_MAX } from './client-binding.ts';
import type { TrustAnswer } from './deck-content-policy.ts';

/** What was granted to a session, a key or the renderer, with the user's current trust answer for the deck. */
export interface LivingGrant {
  readonly deckId: string;
  readonly versionId: string;
  readonly blobKey: string;
  readonly sessionId: string | null;
  readonly keyId: string | null;
  readonly jobId: string | null;
  readonly picturesId: string | null;
  /** Clients that may use it, as returned by `boundTo`. */
  readonly clients: readonly string[];
  readonly answer: TrustAnswer | null;
  /** The hosts that are allowed for everyone; null: each viewer decides. */
  readonly settledHosts: string[] | null;
}

type NewGrant = Omit<typeof playbackGrants.$inferInsert, 'clients'> & {
  /** The client that asks for the grant. */
  readonly client: string;
};

interface NewRendererGrant extends Pick<NewGrant, 'tokenHash' | 'expiresAt'> {
  readonly clients: string[];
}

/** The parts of a package that playback needs. */
export interface PlayablePackage {
  readonly entries: readonly EntryRecord[];
  readonly slideFiles: readonly string[];
  /** Package path of the first slide's thumbnail, if the manifest has one. */
  readonly thumbnail: string | null;
}

/** SQL of capability addresses. */
export class PlaybackRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Creates or extends a grant. Its client is put first among those that may use it. If there are more than `CLIENTS_MAX`, the
   * client that has not asked for the longest time is dropped.
   *
   * @throws AppError as `holdDeck`
   */
  async grant(deck: ReadableDeck, { client, ...row }: NewGrant): Promise<void> {
    const { clients } = playbackGrants;
    const others = sql`array_remove(${clients}, ${client}::text)`;
    await this.#db.transaction(async (tx) => {
      await holdDeck(tx, deck, 'share');
      await tx
        .insert(playbackGrants)
        .values({ ...row, clients: [client] })
        .onConflictDoUpdate({
          target: playbackGrants.tokenHash,
          set: {
            expiresAt: row.expiresAt,
            clients: sql`(array_prepend(${client}::text, ${others}))[1:${sql.raw(String(CLIENTS_MAX))}]`,
          },
        });
      await removeBeyondMax(tx, deck.actor.credential);
    });
  }

  /**
   * Creates or replaces the grant of a render job that runs.
   *
   * @returns false if the deck is in the trash or gone, or the job has ended
   */
  async grantToJob({ jobId, ...changes }: NewRendererGrant & { readonly jobId: string }): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const [job] = await tx
        .select({ versionId: versions.id })
        .from(renderJobs)
        .innerJoin(versions, eq(versions.id, renderJobs.versionId))
        .innerJoin(decks, eq(decks.id, versions.deckId))
        .where(and(eq(renderJobs.id, jobId), isRunningJob, not(isInTrash())))
        .for('share', { of: decks });
      if (job === undefined) return false;
      await tx
        .insert(playbackGrants)
        .values({ ...changes, ...job, jobId })
        .onConflictDoUpdate({ target: playbackGrants.tokenHash, set: changes });
      return true;
    });
  }

  /**
   * Creates the grant of pictures that were asked for.
   *
   * @returns false if the deck is in the trash or gone
   */
  async grantToPictures(grant: NewRendererGrant & { readonly picturesId: string; readonly versionId: string }): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const [deck] = await tx
        .select({ id: decks.id })
        .from(versions)
        .innerJoin(decks, eq(decks.id, versions.deckId))
        .where(and(eq(versions.id, grant.versionId), not(isInTrash())))
        .for('share', { of: decks });
      if (deck === undefined) return false;
      await tx.insert(playbackGrants).values(grant);
      return true;
    });
  }

  async removeGrant(tokenHash: string): Promise<void> {
    await this.#db.delete(playbackGrants).where(eq(playbackGrants.tokenHash, tokenHash));
  }

  /**
   * What a token opens; null when it has expired, when the session, key or render job that it was made for is no longer valid, or when
   * the user is disabled or may no longer read the deck. The renderer may read any deck that is not in the trash.
   */
  async resolve(tokenHash: string): Promise<LivingGrant | null> {
    const now = new Date();
    const [row] = await this.#db
      .select({
        deckId: versions.deckId,
        versionId: versions.id,
        blobKey: versions.blobKey,
        sessionId: playbackGrants.sessionId,
        keyId: playbackGrants.keyId,
        jobId: playbackGrants.jobId,
        picturesId: playbackGrants.picturesId,
        clients: playbackGrants.clients,
        answer: { hosts: deckTrust.hosts, capabilities: deckTrust.capabilities },
        settledHosts: deckSettings.hosts,
      })
      .from(playbackGrants)
      .leftJoin(sessions, and(eq(sessions.id, playbackGrants.sessionId), isLiveSession(now)))
      .leftJoin(apiKeys, and(eq(apiKeys.id, playbackGrants.keyId), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))))
      .leftJoin(renderJobs, and(eq(renderJobs.id, playbackGrants.jobId), isRunningJob))
      .leftJoin(users, and(or(eq(users.id, sessions.userId), eq(users.id, apiKeys.userId)), isNull(users.disabledAt)))
      .innerJoin(versions, eq(versions.id, playbackGrants.versionId))
      .innerJoin(decks, eq(decks.id, versions.deckId))
      .leftJoin(deckSettings, eq(deckSettings.deckId, decks.id))
      .leftJoin(deckTrust, and(eq(deckTrust.userId, sessions.userId), eq(deckTrust.fingerprint, versions.fingerprint)))
      .where(and(eq(playbackGrants.tokenHash, tokenHash), gt(playbackGrants.expiresAt, now), isAllowed));
    return row ?? null;
  }

  async findPackage(versionId: string): Promise<PlayablePackage | null> {
    const [row] = await this.#db
      .select({
        entries: packages.entries,
        slideFiles: sql<string[]>`jsonb_path_query_array(${packages.manifest}, '$.slides[*].file')`,
        thumbnail: sql<string | null>`${packages.manifest} #>> '{slides,0,thumbnail}'`,
      })
      .from(packages)
      .where(eq(packages.versionId, versionId));
    return row ?? null;
  }

  async removeExpired(): Promise<void> {
    await this.#db.delete(playbackGrants).where(sql`${playbackGrants.expiresAt} < now()`);
  }
}

const isRunningJob = sql`${renderJobs.state} = 'running'`;

/** Whether the holder of a grant may read the deck: a user, or the renderer. */
const isAllowed = or(
  and(isNotNull(users.id), readableBy(users)),
  and(or(isNotNull(renderJobs.id), isNotNull(playbackGrants.picturesId)), not(isInTrash())),
);

/** Keeps the `PLAYBACK_GRANTS_MAX` grants of a session or key that expire last. */
async function removeBeyondMax(tx: Transaction, { kind, id }: Credential): Promise<void> {
  const beyond = tx
    .select({ tokenHash: playbackGrants.tokenHash })
    .from(playbackGrants)
    .where(eq(kind === 'session' ? playbackGrants.sessionId : playbackGrants.keyId, id))
    .orderBy(desc(playbackGrants.expiresAt))
    .offset(PLAYBACK_GRANTS_MAX)
    .for('update', { skipLocked: true });
  await tx.delete(playbackGrants).where(inArray(playbackGrants.tokenHash, beyond));
}
