import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import type { Actor } from '#server/auth/actor.ts';
import { serializeDetail, serializeVersion } from '#server/decks/decks.serializer.ts';
import type { WriteHooks } from '#server/decks/decks.repo.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { PackageIntake, StoredPackage, Upload } from '#server/packages/package-intake.ts';
import { slideIdentities, versionRows } from '#server/packages/package-rows.ts';
import { versionNotFound } from '#server/errors.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { picturePath } from '#shared/slides.ts';
import type { ChangeSummary, ListedVersion, VersionChanges, VersionDetail } from '#shared/versions.ts';
import { compareSlides, summarize } from './compare-slides.ts';
import type { ComparisonService } from './comparison.service.ts';
import { matchSlides, placesNow, type PlacedSlide } from './slide-matching.ts';
import type { VersionsRepo } from './versions.repo.ts';

interface Dependencies {
  readonly repo: VersionsRepo;
  readonly comparison: Pick<ComparisonService, 'summary'>;
  readonly decks: DecksService;
  readonly intake: PackageIntake;
}

const FIRST_SLIDE = { index: 0, inner: null };

/** The rules of versions: the content of a deck is replaced and restored under the same link. */
export class VersionsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(actor: Actor, deckId: string): Promise<{ items: ListedVersion[] }> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    const rows = await repo.list(deck.id);
    return {
      items: rows.map((row) => ({
        ...serializeVersion(row, deck.currentVersionId),
        changes: row.changes,
        shownSlideCount: row.shownSlideCount,
        thumbnailUrl: row.hasPicture ? picturePath(deck.id, row.id, FIRST_SLIDE) : null,
      })),
    };
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async get(actor: Actor, deckId: string, versionId: string): Promise<VersionDetail> {
    const { decks } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    const { version, manifest } = await decks.versionInFull(deck, versionId);
    return { version: serializeVersion(version, deck.currentVersionId), manifest };
  }

  /**
   * What has become of the slides of an earlier version in the current one.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND
   */
  async changes(actor: Actor, deckId: string, versionId: string): Promise<VersionChanges> {
    const { decks, repo, comparison } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    const [from, to] = await Promise.all([decks.version(deck, versionId), decks.version(deck)]);
    const [earlier, current, summary] = await Promise.all([
      repo.slidesOf(from.id),
      repo.slidesOf(to.id),
      comparison.summary(actor, { from, to }),
    ]);
    return { number: to.number, slides: placesNow(earlier, current), summary };
  }

  /** Makes an uploaded package the deck's current version. @throws AppError as `PackageIntake.admit`, DECK_NOT_FOUND, FORBIDDEN */
  async add(actor: Actor, deckId: string, { staged, remember }: Upload): Promise<DeckDetail> {
    const { decks, intake } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    const whose = { uploaderId: actor.userId, ownerId: deck.ownerId };
    return intake.admit(whose, staged, (stored, checkQuota) =>
      this.#addTo(deck, stored, { checkQuota, written: async (tx, parts) => remember?.(tx, serializeDetail(parts)) }),
    );
  }

  /** Matches slides before the deck's row is locked, and again if another version was added in between. */
  async #addTo(deck: ChangeableDeck, stored: StoredPackage, hooks: WriteHooks): Promise<DeckDetail> {
    const { repo } = this.#dependencies;
    const identities = slideIdentities(stored);
    for (;;) {
      const history = await repo.history(deck.id);
      const slideKeys = matchSlides(identities, history.slides);
      const rows = versionRows(stored, {
        deckId: deck.id,
        createdById: deck.actor.userId,
        createdAt: new Date(),
        number: history.latestNumber + 1,
        slideKeys,
      });
      rows.version.changes = await changesByFiles(stored, history.latest, rows.slides);
      const added = await repo.add(deck, history, rows, hooks);
      if (added !== null) return serializeDetail(added);
    }
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, VERSION_NOT_FOUND */
  async restore(actor: Actor, deckId: string, versionId: string): Promise<DeckDetail> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    if (!(await repo.restore(deck, versionId))) throw versionNotFound();
    return decks.detail(actor, deckId);
  }
}

/** What the files say has changed, until pictures say it. Null if the slides are inside one document. */
async function changesByFiles(
  { manifest }: StoredPackage,
  before: readonly PlacedSlide[],
  after: readonly PlacedSlide[],
): Promise<ChangeSummary | null> {
  if (manifest.architecture.startsWith('single-file')) return null;
  const options = { isSamePackage: false, read: () => Promise.resolve([]), textMax: 0 };
  return summarize(await compareSlides(before.map(unrendered), after.map(unrendered), options));
}

function unrendered({ slideKey, digest }: PlacedSlide) {
  return { slideKey, digest, inner: null, innerName: null, contentDigest: null, miniatureDigest: null };
}
