import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { tellFrame } from '#web/protocol/frame-messages.ts';
import { useFrame } from '#web/protocol/use-frame.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { useOwnRuntimeName } from '#web/stage/frames/use-frame-name.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';
import { useInnerSlides } from '#web/stage/position/use-inner-slides.ts';
import type { InsideDocument } from './printed-slides.ts';

/** Time after which a document that has not reported its slides is taken for a single one. Some runtimes take a moment to start. */
const GIVE_UP_MS = 5000;

interface DocumentOutlineProps {
  deck: DeckDetail;
  baseUrl: string;
  onKnown: (inside: InsideDocument) => void;
}

/** A hidden running copy of a deck that is one document, which says what slides are inside it. */
export function DocumentOutline({ deck, baseUrl, onKnown }: DocumentOutlineProps) {
  const { slides, dimensions } = deck.manifest;
  const frame = useRef<HTMLIFrameElement>(null);
  const name = useOwnRuntimeName(deck);
  const position = useDeckPosition(deck, frame, { slideIndex: 0, inner: null });
  const { outline, names, setOutline } = useInnerSlides(deck, position);
  useFrame(frame, { reportPosition: position.reportPosition, outline: setOutline });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, []);

  const { count } = position;
  const isKnown = isLate || (outline.length > 0 && position.inner !== null);
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (isKnown) tell({ count, outline, names });
  }, [isKnown, count, outline, names]);
  return (
    <div className="print-outline" aria-hidden="true">
      <iframe
        ref={frame}
        name={name}
        inert
        tabIndex={-1}
        title={deck.title}
        sandbox="allow-scripts"
        allow="screen-wake-lock"
        data-start={0}
        src={slideUrl(baseUrl, slides[0]?.file ?? '')}
        width={dimensions.width}
        height={dimensions.height}
        onLoad={() => tellFrame(frame, { lectern: 'hello' })}
      />
    </div>
  );
}
