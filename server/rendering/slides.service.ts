import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, slideNotFound } from '#server/errors.ts';
import { picturePath, type Slide } from '#shared/slides.ts';
import type { PictureRow, RenderedSlideRow, SlidePlace, SlidesRepo } from './slides.repo.ts';

interface Target {
  readonly id: string;
  readonly versionId?: string | undefined;
}

/** A picture in the store. */
export interface StoredPicture extends PictureRow {
  readonly versionId: string;
}

/** The slides of a version as people see them, and their pictures. Whoever may read a version may see both. */
export class SlidesService {
  readonly #repo: SlidesRepo;
  readonly #decks: DecksService;

  constructor(repo: SlidesRepo, decks: DecksService) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /**
   * Before a version is rendered, the slides are those of its manifest.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND
   */
  async list(actor: Actor, { id, versionId }: Target): Promise<{ items: Slide[] }> {
    const deck = await this.#decks.readable(actor, id);
    const version = await this.#decks.version(deck, versionId);
    const rows = await this.#repo.list(version.id);
    if (rows.length > 0) return { items: rows.map((row) => serializeSlide(row, deck.id)) };
    const { manifest } = await this.#decks.versionInFull(deck, version.id);
    const items = manifest.slides.map(({ label }, index) => ({
      index,
      inner: null,
      title: label,
      thumbnailUrl: null,
      steps: null,
    }));
    return { items };
  }

  /** The picture of the first slide in the current version; null if there is none. @throws AppError DECK_NOT_FOUND */
  async firstPicture(actor: Actor, deckId: string): Promise<StoredPicture | null> {
    const { currentVersionId: versionId, hasPicture } = await this.#decks.readable(actor, deckId);
    const picture = hasPicture ? await this.#repo.findPicture(versionId, { slideIndex: 0 }) : null;
    return picture && { ...picture, versionId };
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND, SLIDE_NOT_FOUND, PICTURE_NOT_FOUND */
  async picture(actor: Actor, { id, versionId }: Target, place: SlidePlace): Promise<StoredPicture> {
    const deck = await this.#decks.readable(actor, id);
    const version = await this.#decks.version(deck, versionId);
    if (place.slideIndex >= version.slideCount) throw slideNotFound();
    const picture = await this.#repo.findPicture(version.id, place);
    if (picture === null) throw new AppError('PICTURE_NOT_FOUND', 'There is no picture of this slide, or not yet.');
    return { ...picture, versionId: version.id };
  }
}

function serializeSlide(
  { versionId, slideIndex: index, inner, title, steps, sizeBytes }: RenderedSlideRow,
  deckId: string,
): Slide {
  return {
    index,
    inner,
    title,
    thumbnailUrl: sizeBytes === null ? null : picturePath(deckId, versionId, { index, inner }),
    steps,
  };
}
