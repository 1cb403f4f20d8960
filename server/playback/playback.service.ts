import { createHmac } from 'node:crypto';
import type { EntryRecord } from 'deck-format';
import { LRUCache } from 'lru-cache';
import type { Actor, Credential } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { hashSecretToken } from '#server/auth/secret-token.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError } from '#server/errors.ts';
import type { Playback } from '#shared/playback.ts';
import { CapabilityCheck } from './capability-check.ts';
import type { PlaybackRepo } from './playback.repo.ts';

/** From the player's last sign of life. */
const GRANT_HOURS = 12;
/** Entries of this many records in all are kept in memory, about 20 MB. */
const CACHED_RECORDS = 100_000;

/** One entry of a package that a token opens. */
export interface PlayableEntry {
  readonly versionId: string;
  readonly blobKey: string;
  readonly entry: EntryRecord;
  readonly isSlide: boolean;
}

interface PackageIndex {
  readonly entries: ReadonlyMap<string, EntryRecord>;
  readonly slideFiles: ReadonlySet<string>;
  readonly thumbnail: string | null;
}

interface Dependencies {
  readonly repo: PlaybackRepo;
  readonly decks: DecksService;
  readonly secret: string;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
}

/** Capability addresses: who may have one, and what it opens. */
export class PlaybackService {
  readonly #dependencies: Dependencies;
  /** A version's package never changes, so nothing here can be out of date. */
  readonly #indexes = new LRUCache<string, PackageIndex>({
    maxSize: CACHED_RECORDS,
    sizeCalculation: ({ entries }) => entries.size + 1,
  });

  readonly #capabilities: CapabilityCheck;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#capabilities = new CapabilityCheck((token) => dependencies.repo.resolve(hashSecretToken(token)));
    dependencies.revocations.onRevoked(() => this.#capabilities.forget());
  }

  /**
   * The address of a version for the actor's session or key. Asking again gives the same one, prolonged, so
   * that what a browser has cached and a video that is running stay good.
   *
   * @throws AppError DECK_NOT_FOUND or VERSION_NOT_FOUND
   */
  async open(actor: Actor, wish: { id: string; versionId?: string | undefined }, origin: string): Promise<Playback> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.readable(actor, wish.id);
    const version = await decks.version(deck, wish.versionId);
    const token = this.#tokenOf(actor.credential, version.id);
    const expiresAt = new Date(Date.now() + GRANT_HOURS * 60 * 60 * 1000);
    await repo.grant({ tokenHash: hashSecretToken(token), versionId: version.id, ...columnsOf(actor.credential), expiresAt });
    return { baseUrl: `${origin}/play/${token}/`, expiresAt: expiresAt.toISOString() };
  }

  /** The entry at a package path under a token; null when either is not good. The exact name first, then its NFC form (archives made on a Mac). */
  async find(token: string, path: string): Promise<PlayableEntry | null> {
    const version = await this.#capabilities.check(token);
    if (version === null) return null;
    const index = await this.#index(version.versionId);
    const entry =
      index?.entries.get(path) ?? index?.entries.get(path.normalize('NFC')) ?? index?.entries.get(path.normalize('NFD'));
    return index && entry ? { ...version, entry, isSlide: index.slideFiles.has(entry.path) } : null;
  }

  /**
   * The package's own picture of its first slide.
   *
   * @throws AppError DECK_NOT_FOUND or THUMBNAIL_NOT_FOUND
   */
  async thumbnail(actor: Actor, deckId: string): Promise<PlayableEntry> {
    const { decks } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    const { blobKey } = await decks.version(deck);
    const index = deck.hasThumbnail ? await this.#index(deck.currentVersionId) : null;
    const entry = index?.entries.get(index.thumbnail ?? '');
    if (entry === undefined) throw new AppError('THUMBNAIL_NOT_FOUND', 'This package has no picture of its first slide.');
    return { versionId: deck.currentVersionId, blobKey, entry, isSlide: false };
  }

  /** Derived, not stored: the database alone does not open anything. */
  #tokenOf({ kind, id }: Credential, versionId: string): string {
    return createHmac('sha256', this.#dependencies.secret).update(`playback:${kind}:${id}:${versionId}`).digest('base64url');
  }

  async #index(versionId: string): Promise<PackageIndex | null> {
    const cached = this.#indexes.get(versionId);
    if (cached) return cached;
    const found = await this.#dependencies.repo.findPackage(versionId);
    if (found === null) return null;
    const index = {
      entries: new Map(found.entries.map((entry) => [entry.path, entry])),
      slideFiles: new Set(found.slideFiles),
      thumbnail: found.thumbnail,
    };
    this.#indexes.set(versionId, index);
    return index;
  }
}

function columnsOf({ kind, id }: Credential): { sessionId: string } | { keyId: string } {
  return kind === 'session' ? { sessionId: id } : { keyId: id };
}
