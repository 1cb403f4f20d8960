import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { slideNotFound } from '#server/errors.ts';
import {
  type PictureFormat,
  picturePath,
  type PictureWidth,
  type Rendering,
  type RenderingFailure,
  type Slide,
} from '#shared/slides.ts';
import { type PictureMaker, pictureNotFound } from './picture-maker.ts';
import type { RequestedPicturesRepo } from './requested-pictures.repo.ts';
import type { PictureJob, PicturePlace, RenderedSlideRow, SlidePlace, SlidesRepo } from './slides.repo.ts';

interface Target {
  readonly id: string;
  readonly versionId?: string | undefined;
}

/** A picture in the store. */
export interface StoredPicture extends PicturePlace {
  /** Differs for each picture. */
  readonly tag: string;
  readonly format: PictureFormat;
}

/** Which picture of a slide. */
interface Appearance {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  /** How many steps are shown. Undefined: all. */
  readonly step?: number | undefined;
}

interface Dependencies {
  readonly repo: SlidesRepo;
  readonly requested: RequestedPicturesRepo;
  readonly decks: DecksService;
  /** Makes pictures that are not there. Null without a renderer. */
  readonly maker: Pick<PictureMaker, 'make'> | null;
}

/** What the renderer and the queue report, as the API names it. Everything else is a crash. */
const FAILURES: Readonly<Record<string, RenderingFailure>> = {
  deck_timeout: 'timeout',
  memory: 'too_large',
  too_large: 'too_large',
};

/** The pictures that are made of every slide. */
const EVERY_SLIDE = { width: 640, format: 'webp', step: undefined } as const;

/** The slides of a version as people see them, and their pictures. Anyone who can read a version can see both. */
export class SlidesService {
  readonly #repo: SlidesRepo;
  readonly #requested: RequestedPicturesRepo;
  readonly #decks: DecksService;
  readonly #maker: Dependencies['maker'];

  constructor({ repo, requested, decks, maker }: Dependencies) {
    this.#repo = repo;
    this.#requested = requested;
    this.#decks = decks;
    this.#maker = maker;
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

  /** How far the pictures of a version are. @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async rendering(actor: Actor, { id, versionId }: Target): Promise<Rendering> {
    const deck = await this.#decks.readable(actor, id);
    const version = await this.#decks.version(deck, versionId);
    return serializeRendering(await this.#repo.findJob(version.id), this.#maker !== null);
  }

  /** The slides of a version as the renderer has found them; none before that. The caller has checked that the version may be seen. */
  async ofVersion(versionId: string): Promise<RenderedSlideRow[]> {
    return this.#repo.list(versionId);
  }

  /** The picture that is made of every slide; null if there is none. The caller has checked that the version may be seen. */
  async pictureOf(versionId: string, place: SlidePlace): Promise<StoredPicture | null> {
    const slide = await this.#repo.find(versionId, place);
    return slide?.picture ? pictureOfEverySlide(versionId, slide.position, slide.picture) : null;
  }

  /** The picture of the first slide in the current version; null if there is none. @throws AppError DECK_NOT_FOUND */
  async firstPicture(actor: Actor, deckId: string): Promise<StoredPicture | null> {
    const { currentVersionId: versionId, hasPicture } = await this.#decks.readable(actor, deckId);
    return hasPicture ? this.pictureOf(versionId, { slideIndex: 0 }) : null;
  }

  /**
   * A picture that is not there is made, if there is a renderer and it has found the slides of the version.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND, SLIDE_NOT_FOUND, PICTURE_NOT_FOUND, PICTURE_NOT_READY
   */
  async picture(actor: Actor, target: Target, place: SlidePlace, appearance: Appearance): Promise<StoredPicture> {
    const { picture, wanted } = await this.#find(actor, target, place, appearance);
    if (picture !== null) return picture;
    if (this.#maker === null) throw pictureNotFound();
    await this.#maker.make(actor.userId, wanted);
    // The user may have lost the right meanwhile.
    const made = await this.#find(actor, { id: target.id, versionId: wanted.versionId }, place, appearance);
    if (made.picture === null) throw pictureNotFound();
    return made.picture;
  }

  /** The picture, null if it is not there; and what to make then. */
  async #find(actor: Actor, { id, versionId }: Target, place: SlidePlace, { step, width, format }: Appearance) {
    const deck = await this.#decks.readable(actor, id);
    const version = await this.#decks.version(deck, versionId);
    if (place.slideIndex >= version.slideCount) throw slideNotFound();
    const slide = await this.#repo.find(version.id, place);
    if (slide === null) throw pictureNotFound();
    const { position, slideIndex, inner, steps } = slide;
    const isLast = step === undefined || (steps !== null && step >= steps);
    const target = { deckId: deck.id, versionId: version.id, slideIndex, inner };
    const wanted = { ...target, step: isLast ? null : step, width, format };
    if (slide.picture !== null && isLast && width === EVERY_SLIDE.width && format === EVERY_SLIDE.format)
      return { picture: pictureOfEverySlide(version.id, position, slide.picture), wanted };
    const row = await this.#requested.find(wanted);
    const picture = row && { ...row, tag: row.id, offset: 0, format };
    return { picture, wanted };
  }
}

/** Pictures of a version never change, so the entity tag is made of the version and the position of the slide. */
function pictureOfEverySlide(versionId: string, position: number, place: PicturePlace): StoredPicture {
  return { ...place, tag: `${versionId}-${position}`, format: EVERY_SLIDE.format };
}

function serializeRendering(job: PictureJob | null, hasRenderer: boolean): Rendering {
  const { state = 'queued', error = null, slidesDone, slidesTotal } = job ?? {};
  const progress = { done: slidesDone ?? 0, of: slidesTotal ?? null, error: null };
  if (state === 'failed') return { ...progress, state, error: FAILURES[error ?? ''] ?? 'crashed' };
  if (state === 'done') return { ...progress, state };
  if (job === null || !hasRenderer) return { ...progress, state: 'off' };
  return { ...progress, state: state === 'running' ? 'running' : 'waiting' };
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
