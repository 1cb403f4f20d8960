import type { Manifest } from 'deck-format';
import { and, eq, getTableColumns, not, sql } from 'drizzle-orm';
import { decks, deckSettings, links, packages, users, versions } from '#drizzle/schema/index.ts';
import { hasOpenTalk, versionShownByLink } from '#server/access/open-talk.ts';
import { isInTrash } from '#server/access/readable-by.ts';
import type { Database } from '#server/db/connect.ts';

/** A link with the deck and the version that it shows, whether it works or not. The deck is not in the trash. */
export type SharedRow = typeof links.$inferSelect & {
  readonly title: string;
  readonly ownerName: string;
  readonly version: Pick<
    typeof versions.$inferSelect,
    'id' | 'blobKey' | 'sizeBytes' | 'fingerprint' | 'slideCount' | 'hasThumbnail' | 'hasPicture'
  >;
  readonly slideSelector: string | null;
  /** The hosts from which the deck may load, for everyone. Null: none. */
  readonly settledHosts: string[] | null;
  /** Whether a talk that is open to the link is going on. */
  readonly isLive: boolean;
};

/** The version that a link shows. */
const shownVersion = sql`${versions.id} = ${versionShownByLink()}`;

/** SQL of what visitors see. */
export class SharedRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Null if there is no such link, or its deck is in the trash. */
  async find(linkId: string): Promise<SharedRow | null> {
    const [row] = await this.#select(eq(links.id, linkId));
    return row ?? null;
  }

  /** The links with these ids that exist and whose decks are not in the trash. */
  async findAll(linkIds: readonly string[]): Promise<SharedRow[]> {
    const ids = sql`any (array(select jsonb_array_elements_text(${JSON.stringify(linkIds)}::text::jsonb)))`;
    return this.#select(sql`${links.id} = ${ids}`);
  }

  async manifest(versionId: string): Promise<Manifest | null> {
    const [row] = await this.#db.select({ manifest: packages.manifest }).from(packages).where(eq(packages.versionId, versionId));
    return row?.manifest ?? null;
  }

  #select(which: ReturnType<typeof sql>): Promise<SharedRow[]> {
    const { id, blobKey, sizeBytes, fingerprint, slideCount, hasThumbnail, hasPicture } = versions;
    return this.#db
      .select({
        ...getTableColumns(links),
        title: decks.title,
        ownerName: users.name,
        version: { id, blobKey, sizeBytes, fingerprint, slideCount, hasThumbnail, hasPicture },
        slideSelector: deckSettings.slideSelector,
        settledHosts: deckSettings.hosts,
        isLive: hasOpenTalk,
      })
      .from(links)
      .innerJoin(decks, and(eq(decks.id, links.deckId), not(isInTrash())))
      .innerJoin(users, eq(users.id, decks.ownerId))
      .innerJoin(versions, and(eq(versions.deckId, decks.id), shownVersion))
      .leftJoin(deckSettings, eq(deckSettings.deckId, decks.id))
      .where(which);
  }
}
