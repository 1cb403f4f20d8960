import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { type Drawing, useDrawing } from '#web/ink/use-drawing.tsx';
import type { NoteBook } from '#web/notes/note-book.ts';
import { useNoteBook } from '#web/notes/use-note-book.ts';
import { type Fullscreen, useFullscreen } from '#web/stage/controls/use-fullscreen.ts';
import { type SlideLinks, useSlideLinks } from '#web/stage/links/use-slide-links.tsx';
import type { ResumePoint } from '#web/stage/position/resume.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';
import { type InnerSlides, useInnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { useReturnToInner } from '#web/stage/position/use-return-to-inner.ts';
import { type StageView, useStageView } from '#web/stage/view/use-stage-view.ts';
import { type LaserPointer, useLaser } from '#web/talks/laser/use-laser.tsx';
import { type Talks, useTalks } from '#web/talks/use-talks.ts';
import type { Playable } from './PlayableDeck.tsx';

/** Where a deck opens on this visit. */
export interface StageStart extends ResumePoint {
  /** Whether the address named the slide. */
  readonly isLinked: boolean;
}

/** A layer that covers the stage and takes the keys until it is closed. */
export type Layer = { is: 'goTo'; digits: string } | { is: 'help' } | { is: 'overview'; query?: string };

/** A deck on a stage: where it is, what is on the slide, and who else is there. */
export interface StageSession extends Playable {
  /** The frame of the current slide. */
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** The position of this window. Moves made through it are the user's own. */
  readonly position: DeckPosition;
  readonly inside: InnerSlides;
  readonly view: StageView;
  readonly book: NoteBook;
  readonly talks: Talks;
  readonly drawing: Drawing;
  readonly laser: LaserPointer;
  readonly links: SlideLinks;
  readonly fullscreen: Fullscreen;
  /** What covers the stage; null if nothing does. */
  readonly layer: Layer | null;
  readonly showLayer: (layer: Layer | null) => void;
  /** Counts how often the field that finds in the deck was asked for; null while it is closed. */
  readonly finding: number | null;
  readonly setFinding: (change: (before: number | null) => number | null) => void;
  /** Drawings and the laser dot, for the overlay of the slide. */
  readonly overlay: ReactNode;
}

/**
 * Connects the parts that every page with a deck's stage has: the player and the presenter view. `useStageCommands` connects its
 * keys and its frame.
 *
 * @param root the element that is shown in fullscreen
 */
export function useStageSession(playable: Playable, start: StageStart, root: HTMLElement | null): StageSession {
  const { deck, baseUrl } = playable;
  const frame = useRef<HTMLIFrameElement>(null);
  const [layer, showLayer] = useState<Layer | null>(null);
  const [finding, setFinding] = useState<number | null>(null);
  const fullscreen = useFullscreen(root);
  const book = useNoteBook(deck);
  const talks = useTalks(deck, useDeckPosition(deck, frame, start.place), start.isLinked);
  const { position } = talks;
  const inside = useInnerSlides(deck, position);
  useReturnToInner(start, position, inside);
  const laser = useLaser(deck.id, talks);
  const view = useStageView(deck.manifest.dimensions, position.step);
  const drawing = useDrawing(deck, position.index, inside.here, view.gestures);
  const links = useSlideLinks({ deck, baseUrl, position, frame });
  const overlay = (
    <>
      {drawing.layer}
      {laser.layer}
    </>
  );
  return {
    ...playable,
    frame,
    position,
    inside,
    view,
    book,
    talks,
    drawing,
    laser,
    links,
    fullscreen,
    layer,
    showLayer,
    finding,
    setFinding,
    overlay,
  };
}
