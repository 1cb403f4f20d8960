import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';

interface DeckStage extends HTMLElement {
  index: number;
  length: number;
  goTo(index: number): void;
}

/** The custom element of `single-file-deckstage` decks: its children are the slides. */
export function deckStage(): DeckRuntime | null {
  const stage = document.querySelector<DeckStage>('deck-stage');
  if (typeof stage?.goTo !== 'function' || !(stage.length > 0)) return null;
  return {
    swipes: false,
    position: () => positionOf(stage.index, stage.length),
    step: (forward) => stage.goTo(stage.index + (forward ? 1 : -1)),
    go: (index) => stage.goTo(index),
    outline() {
      const slides = [...stage.querySelectorAll<HTMLElement>(':scope > :not(script, style, template, [slot])')];
      const notes = (slide: Element) => slide.querySelector('aside.notes, .speaker-notes, .notes');
      return slides.length === stage.length ? outlineOf(slides, notes) : [];
    },
  };
}
