import { useEffect, useMemo, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { namesOf } from '#shared/inner-names.ts';
import type { OutlinedSlide } from '#web/protocol/messages.ts';
import { hasInnerSlides, type InnerPlace, mayHaveInnerSlides, type NotePlace } from './inner-slides.ts';
import { keepsOwnRuntime } from './slide-runs.ts';
import type { DeckPosition } from './deck-position.ts';

export interface InnerSlides {
  /** The slides inside a single-document deck, as the deck reports them. */
  readonly outline: readonly OutlinedSlide[];
  readonly setOutline: (outline: readonly OutlinedSlide[]) => void;
  /** The names of the slides in `outline`. */
  readonly names: readonly string[];
  /** The current inner slide; undefined if the current slide has none. */
  readonly here: InnerPlace | undefined;
  /** The slide whose note belongs beside the current slide; null until the document has had time to report its slides. */
  readonly note: NotePlace | null;
}

/** Time after which a document is assumed to have no inner slides. Some runtimes take a moment to start. */
const GIVE_UP_MS = 3000;

/** Where the window is inside a single-document deck. */
export function useInnerSlides({ manifest }: DeckDetail, position: DeckPosition): InnerSlides {
  const [outline, setOutline] = useState<readonly OutlinedSlide[]>([]);
  const names = useMemo(() => (hasInnerSlides(manifest) ? namesOf(outline) : []), [manifest, outline]);
  const waits = useWaiting(mayHaveInnerSlides(manifest) && names.length === 0);

  const { index: slideIndex, current, place } = position;
  const inside = keepsOwnRuntime(manifest) ? place.inner?.index : undefined;
  const name = names[current];
  const whole = {
    slideIndex,
    inner: null,
    number: slideIndex + 1,
    startingText: manifest.slides[slideIndex]?.notes ?? '',
  };
  const ofInner = { slideIndex, inner: name ?? null, number: current + 1, startingText: outline[current]?.notes ?? '' };
  return {
    outline,
    setOutline,
    names,
    here: inside === undefined ? undefined : { index: inside, name: names[inside] },
    note: name !== undefined ? ofInner : waits ? null : whole,
  };
}

/** Whether something is still expected; false after a while. */
function useWaiting(expected: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!expected || isOver) return;
    const timer = setTimeout(() => setOver(true), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [expected, isOver]);
  return expected && !isOver;
}
