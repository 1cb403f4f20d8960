import type { EntryRecord } from 'deck-format';
import { and, desc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import {
  apiKeys,
  decks,
  deckSettings,
  deckTrust,
  links,
  packages,
  playbackGrants,
  renderJobs,
  sessions,
  users,
  versions,
} from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { versionShownByLink } from '#server/access/open-talk.ts';
import { isInTrash, readableBy } from '#server/access/readable-by.ts';
import { isLiveSession } from '#server/auth/session-life.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { LINK_PLAYBACK_GRANTS_MAX, PLAYBACK_GRANTS_MAX } from '#shared/limits.ts';
import { CLIENTS_MAX } from './client-binding.ts';
import type { TrustAnswer } from './deck-content-policy.ts';

/** What was granted to a session, a key, a link or the renderer, with the user's current trust answer for the deck. */
export interface LivingGrant {
  readonly deckId: string;
  readonly versionId: string;
  readonly blobKey: string;
  readonly sessionId: string | null;
  readonly keyId: string | null;
  readonly linkId: string | null;
  /** The hash of the link's password, which the token depends on. */
  readonly linkPasswordHash: string | null;
  /** Whether the link shows notes; null without a link. */
  readonly linkShowsNotes: boolean | null;
  readonly jobId: string | null;
  readonly picturesId: string | null;
  /** Clients that may use it, as returned by `boundTo`. */
  readonly clients: readonly string[];
  readonly answer: TrustAnswer | null;
  /** The hosts that are allowed for everyone; null: each viewer decides. */
  readonly settledHosts: string[] | null;
  readonly expiresAt: Date;
}

type NewGrant = Omit<typeof playbackGrants.$inferInsert, 'clients'> & {
  /** The client that asks for the grant. */
  readonly client: string;
};

/** A link and the version that it shows, as they were when a visitor asked. */
export interface PlayedLink {
  readonly id: string;
  readonly deckId: string;
  readonly versionId: string;
  readonly passwordHash: string | null;
}

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
      const { kind, id } = deck.actor.credential;
      const isTheirs = eq(kind === 'session' ? playbackGrants.sessionId : playbackGrants.keyId, id);
      await removeBeyondMax(tx, isTheirs, PLAYBACK_GRANTS_MAX);
    });
  }

  /**
   * Creates or extends the grant of a link for one client.
   *
   * @returns false if the link has ended, has another password now, or shows another version
   */
  async grantToLink({ id, deckId, versionId, passwordHash }: PlayedLink, grant: NewRendererGrant): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      // The deck is locked before the link, as in all transactions.
      const [deck] = await tx
        .select({ currentVersionId: decks.currentVersionId })
        .from(decks)
        .where(and(eq(decks.id, deckId), not(isInTrash())))
        .for('share');
      if (deck === undefined) return false;
      const hasPassword = passwordHash === null ? isNull(links.passwordHash) : eq(links.passwordHash, passwordHash);
      const shows = sql`${versionShownByLink(deck.currentVersionId)} = ${versionId}`;
      const [link] = await tx
        .select({ id: links.id })
        .from(links)
        .where(and(eq(links.id, id), isActiveLink(new Date()), hasPassword, shows))
        .for('share');
      if (link === undefined) return false;
      await tx
        .insert(playbackGrants)
        .values({ ...grant, versionId, linkId: id })
        .onConflictDoUpdate({ target: playbackGrants.tokenHash, set: { expiresAt: grant.expiresAt } });
      await removeBeyondMax(tx, eq(playbackGrants.linkId, id), LINK_PLAYBACK_GRANTS_MAX);
      return true;
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
   * What a token opens; null when it has expired, when the session, key, link or render job that it was made for is no longer valid, when
   * the user is disabled or may no longer read the deck, or when the link shows another version. The renderer may read any deck that is not in the trash.
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
        linkId: playbackGrants.linkId,
        linkPasswordHash: links.passwordHash,
        linkShowsNotes: links.showNotes,
        jobId: playbackGrants.jobId,
        picturesId: playbackGrants.picturesId,
        clients: playbackGrants.clients,
        answer: { hosts: deckTrust.hosts, capabilities: deckTrust.capabilities },
        settledHosts: deckSettings.hosts,
        expiresAt: playbackGrants.expiresAt,
      })
      .from(playbackGrants)
      .leftJoin(sessions, and(eq(sessions.id, playbackGrants.sessionId), isLiveSession(now)))
      .leftJoin(apiKeys, and(eq(apiKeys.id, playbackGrants.keyId), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))))
      .leftJoin(links, and(eq(links.id, playbackGrants.linkId), isActiveLink(now)))
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

/** Whether a link works at this time. */
const isActiveLink = (now: Date) => and(not(links.paused), or(isNull(links.expiresAt), gt(links.expiresAt, now)));

/** Whether the holder of a grant may read the version: a user, a visitor with a link, or the renderer. */
const isAllowed = or(
  and(isNotNull(users.id), readableBy(users)),
  and(isNotNull(links.id), sql`${versions.id} = ${versionShownByLink()}`, not(isInTrash())),
  and(or(isNotNull(renderJobs.id), isNotNull(playbackGrants.picturesId)), not(isInTrash())),
);

/** Keeps the `max` grants of a holder that expire last. */
async function removeBeyondMax(tx: Transaction, isTheirs: SQL, max: number): Promise<void> {
  const beyond = tx
    .select({ tokenHash: playbackGrants.tokenHash })
    .from(playbackGrants)
    .where(isTheirs)
    .orderBy(desc(playbackGrants.expiresAt))
    .offset(max)
    .for('update', { skipLocked: true });
  await tx.delete(playbackGrants).where(inArray(playbackGrants.tokenHash, beyond));
}
