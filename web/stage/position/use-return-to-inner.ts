import { useEffect, useEffectEvent, useRef } from 'react';
import type { ResumePoint } from './resume.ts';
import type { DeckPosition } from './deck-position.ts';
import type { InnerSlides } from './use-inner-slides.ts';

/**
 * Goes to the inner slide where the user left the deck, once the document has reported its slides: in another version it may be at
 * another position. Does nothing if the user has moved on meanwhile.
 */
export function useReturnToInner({ place, innerName }: ResumePoint, position: DeckPosition, { names }: InnerSlides): void {
  const isDone = useRef(innerName === null);
  const goBack = useEffectEvent(() => {
    const index = names.indexOf(innerName ?? '');
    // The document may have fewer slides by now; then it opened at its last one.
    const opened = [place.inner?.index ?? 0, names.length - 1];
    if (index !== -1 && index !== position.current && opened.includes(position.current)) position.goTo(index);
  });
  // Not on the way to the position where it opens: the document would still arrive there afterwards.
  const isReady = names.length > 0 && position.hasReported && !position.arriving;
  useEffect(() => {
    if (isDone.current || !isReady) return;
    isDone.current = true;
    goBack();
  }, [isReady]);
}
