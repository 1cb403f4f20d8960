import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { presentSlideState } from '#server/slides/slide-state.presenter.ts';
import type { SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { type SlideStates, SlideStateService, type SlideTarget } from '#server/slides/slide-state.service.ts';
import type { Note } from '#shared/notes.ts';

/** The team's notes: plain text on slides. */
export class NotesService {
  readonly #states: SlideStateService<Note>;

  constructor(repo: SlideStateRepo, decks: DecksService) {
    this.#states = new SlideStateService(repo, decks, async (deckId, states) =>
      states.map((state) => ({ ...presentSlideState(deckId, state), body: state.value })),
    );
  }

  list(actor: Actor, deckId: string): Promise<SlideStates<Note>> {
    return this.#states.list(actor, deckId);
  }

  set(actor: Actor, { body, ...target }: SlideTarget & { readonly body: string }): Promise<Note> {
    return this.#states.set(actor, target, body);
  }

  remove(actor: Actor, target: SlideTarget): Promise<void> {
    return this.#states.remove(actor, target);
  }
}
