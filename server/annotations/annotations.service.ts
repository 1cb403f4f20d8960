import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, refusedBySchema, validationFailed } from '#server/errors.ts';
import {
  misplaced,
  serializeSlideState,
  SlideStateService,
  type SlideTarget,
  type StatesWanted,
} from '#server/slides/slide-state.service.ts';
import type { Companion, SlideState, SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import type { Annotation } from '#shared/annotations.ts';
import { type DrawnPlaces, INK_KIND, inkPayloadSchema, type NewStroke, type SlideInk, type Stroke } from '#shared/ink.ts';
import { svgOf } from '#shared/ink-drawing/ink-svg.ts';
import type { SharedAnnotation } from '#shared/shared-decks.ts';
import { JsonText } from '#shared/json-text.ts';
import { annotationList, type StreamedList } from './annotation-list.ts';
import type { InkOutlineRepo } from './ink-outline.repo.ts';
import { type Batch, foreignAnnotation, INK_MARK, type InkPlace, type InkRepo } from './ink.repo.ts';

interface Dependencies {
  readonly states: SlideStateRepo;
  readonly ink: InkRepo;
  readonly outlines: InkOutlineRepo;
  readonly decks: DecksService;
  readonly maxBytes: number;
}

/** The team's drawings: ink, stored stroke by stroke, and any other JSON, stored as the text that was sent. */
export class AnnotationsService {
  readonly #dependencies: Dependencies;
  readonly #states: SlideStateService<Annotation>;

  constructor(dependencies: Dependencies) {
    const { states, decks } = dependencies;
    this.#dependencies = dependencies;
    this.#states = new SlideStateService(states, decks, (deckId, shown) => this.#serialize(deckId, shown));
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async list(actor: Actor, { id, versionId }: StatesWanted): Promise<StreamedList> {
    const { decks, states, outlines } = this.#dependencies;
    const deck = await decks.readable(actor, id);
    if (versionId !== undefined) await decks.version(deck, versionId);
    return annotationList({ states, outlines, serialize: (deckId, found) => this.#serialize(deckId, found) }, deck, versionId);
  }

  /**
   * The ink on the slides of a version, with the names of people and without their ids. What other programs store on slides is left out,
   * as it could contain anything. The caller has checked that the version may be seen.
   */
  async sharedList(deckId: string, versionId: string): Promise<StreamedList> {
    const { states, outlines, ink } = this.#dependencies;
    const serialize = async (_: string, found: readonly SlideState[]) => {
      const inked = found.filter(({ value }) => value === INK_MARK);
      const strokes = await ink.strokesOf(
        deckId,
        inked.map(({ slideKey }) => slideKey),
      );
      return inked.map((state) => serializeSharedInk(state, strokes.get(state.slideKey) ?? []));
    };
    return annotationList({ states, outlines, serialize }, { id: deckId }, versionId, false);
  }

  /** The slides with drawings, and the places inside the slides. @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async drawn(actor: Actor, { id, versionId }: StatesWanted): Promise<DrawnPlaces> {
    const deck = await this.#dependencies.decks.readable(actor, id);
    if (versionId !== undefined) await this.#dependencies.decks.version(deck, versionId);
    return { items: await this.#dependencies.outlines.places(deck.id, versionId) };
  }

  /** The ink of one slide. @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND, VERSION_NOT_FOUND */
  async ink(actor: Actor, { id, ...place }: { readonly id: string } & InkPlace): Promise<SlideInk> {
    const deck = await this.#dependencies.decks.readable(actor, id);
    if (place.versionId !== undefined) await this.#dependencies.decks.version(deck, place.versionId);
    const read = await this.#dependencies.ink.read(deck.id, place);
    if (read.outcome !== 'read') throw misplaced(read);
    return { foreign: read.foreign, replaced: read.replaced, strokes: [...read.strokes] };
  }

  /**
   * The drawing on one slide as an SVG of the slide's size.
   *
   * @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND, FOREIGN_ANNOTATION
   */
  async svg(
    actor: Actor,
    { inner, ...place }: { readonly id: string; readonly slideIndex: number; readonly inner?: string | undefined },
  ): Promise<{ readonly title: string; readonly svg: string }> {
    const [{ foreign, strokes }, { title, manifest }] = await Promise.all([
      this.ink(actor, place),
      this.#dependencies.decks.detail(actor, place.id),
    ]);
    if (foreign) throw foreignAnnotation();
    const shown = inner === undefined ? strokes : strokes.filter((stroke) => String(stroke.inner) === inner);
    return { title, svg: svgOf(shown, manifest.dimensions) };
  }

  /**
   * The drawings on the slides of a version, one for each slide inside, as SVG documents of this size. The caller has checked that the
   * version may be read.
   */
  async *drawingsOf(
    deckId: string,
    versionId: string,
    size: { readonly width: number; readonly height: number },
  ): AsyncGenerator<{ slideIndex: number; inner: number | string | null; svg: string }> {
    const { states, ink } = this.#dependencies;
    for (const { slideKey, slideIndex } of await states.list(deckId, { versionId, outline: true })) {
      const strokes = (await ink.strokesOf(deckId, [slideKey])).get(slideKey) ?? [];
      for (const [inner, drawn] of Map.groupBy(strokes, (stroke) => stroke.inner ?? null))
        yield { slideIndex, inner, svg: svgOf(drawn, size) };
    }
  }

  /**
   * @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_FAILED (ink that is not valid), FORBIDDEN (strokes of other users would be removed),
   * and as `SlideStateService.set`
   */
  async set(actor: Actor, { payload, ...target }: SlideTarget & { readonly payload: JsonText }): Promise<Annotation> {
    const { maxBytes, ink } = this.#dependencies;
    if (Buffer.byteLength(payload.text) > maxBytes) {
      throw new AppError('PAYLOAD_TOO_LARGE', `The annotation is too large. It may have at most ${maxBytes} bytes.`, {
        maxBytes,
      });
    }
    const strokes = inkOf(payload);
    const people = await ink.restoredAuthors(target.id, target.slideIndex, strokes ?? []);
    return this.#states.set(actor, target, strokes === null ? payload.text : INK_MARK, this.#withStrokes(strokes ?? [], people));
  }

  remove(actor: Actor, target: SlideTarget): Promise<void> {
    return this.#states.remove(actor, target, this.#withStrokes([]));
  }

  /**
   * Draws and erases strokes. Other users can draw on the slide at the same time.
   *
   * @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND, VERSION_CHANGED, FOREIGN_ANNOTATION, FORBIDDEN, VALIDATION_FAILED
   */
  async merge(
    actor: Actor,
    { id, slideIndex, versionId, ...batch }: Omit<SlideTarget, 'condition'> & Batch,
  ): Promise<Omit<Annotation, 'payload'>> {
    const { decks, ink } = this.#dependencies;
    const deck = await decks.readable(actor, id);
    const merged = await ink.merge(deck, { slideIndex, versionId }, batch);
    if (merged.outcome === 'foreign') throw foreignAnnotation();
    if (merged.outcome !== 'merged') throw misplaced(merged);
    // The batch is empty and the slide has no annotation, so there is no state to return.
    if (merged.state === null)
      throw validationFailed([{ path: 'add', message: 'This field must not be empty when erase is empty.' }]);
    return serializeSlideState(deck.id, merged.state);
  }

  #withStrokes(strokes: readonly NewStroke[], people: readonly string[] = []): Companion {
    const { ink } = this.#dependencies;
    return { write: (tx, deck, { slideKey }) => ink.replace(tx, deck, slideKey, strokes), people };
  }

  async #serialize(deckId: string, states: readonly SlideState[]): Promise<Annotation[]> {
    const inked = states.filter((state) => state.value === INK_MARK).map((state) => state.slideKey);
    const strokes = await this.#dependencies.ink.strokeTexts(deckId, inked);
    return states.map((state) => {
      const ink = `{"kind":${JSON.stringify(INK_KIND)},"strokes":[${(strokes.get(state.slideKey) ?? []).join()}]}`;
      const { deckId: _sameDeck, slideIndex, ...others } = serializeSlideState(deckId, state);
      // The fields are in the order of the contract, because a list is sent as it is built here.
      return { deckId, slideIndex, payload: new JsonText(state.value === INK_MARK ? ink : state.value), ...others };
    });
  }
}

function serializeSharedInk(
  { slideIndex, revision, updatedAt, updatedBy }: SlideState,
  drawn: readonly Stroke[],
): SharedAnnotation {
  const strokes = drawn.map(({ author: { name }, ...stroke }) => ({ ...stroke, author: { name } }));
  const payload = { kind: INK_KIND, strokes } as const;
  return { slideIndex, payload, revision, updatedAt: updatedAt.toISOString(), updatedBy: { name: updatedBy.name } };
}

/** The strokes of a payload whose `kind` is ink; null for any other payload. @throws AppError VALIDATION_FAILED */
function inkOf(payload: JsonText): NewStroke[] | null {
  const value = payload.toJSON();
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== INK_KIND) return null;
  const parsed = inkPayloadSchema.safeParse(value);
  if (parsed.success) return parsed.data.strokes;
  throw refusedBySchema(parsed.error, 'payload');
}
