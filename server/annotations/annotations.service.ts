import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError } from '#server/errors.ts';
import { presentSlideState } from '#server/slides/slide-state.presenter.ts';
import type { SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { type SlideStates, SlideStateService, type SlideTarget } from '#server/slides/slide-state.service.ts';
import type { Annotation } from '#shared/annotations.ts';
import { JsonText } from '#shared/json-text.ts';

/** The team's drawings: any JSON on slides, kept to the letter. */
export class AnnotationsService {
  readonly #states: SlideStateService<Annotation>;
  readonly #maxBytes: number;

  constructor(repo: SlideStateRepo, decks: DecksService, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#states = new SlideStateService(repo, decks, (deckId, state) => ({
      ...presentSlideState(deckId, state),
      payload: new JsonText(state.value),
    }));
  }

  list(actor: Actor, deckId: string): Promise<SlideStates<Annotation>> {
    return this.#states.list(actor, deckId);
  }

  /** @throws AppError PAYLOAD_TOO_LARGE besides those of `SlideStateService.set` */
  set(actor: Actor, { payload, ...target }: SlideTarget & { readonly payload: JsonText }): Promise<Annotation> {
    if (Buffer.byteLength(payload.text) > this.#maxBytes) {
      throw new AppError('PAYLOAD_TOO_LARGE', `An annotation may be ${this.#maxBytes} bytes at most.`, { maxBytes: this.#maxBytes });
    }
    return this.#states.set(actor, target, payload.text);
  }

  remove(actor: Actor, target: SlideTarget): Promise<void> {
    return this.#states.remove(actor, target);
  }
}
