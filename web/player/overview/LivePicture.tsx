import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { slideUrl } from '#web/player/slide-url.ts';
import { tellFrame, useFrame } from '#web/protocol/use-frame.ts';
import { usePosition } from '#web/player/use-position.ts';

interface LivePictureProps {
  deck: DeckDetail;
  baseUrl: string;
  /** Which of the slides inside the document it is to show. */
  current: number;
  /** Where it lies over its tile; null: its tile is not there. */
  box: CSSProperties | null;
  /** CSS pixels of the tile for one of the slide's own. */
  scale: number;
}

/**
 * A deck that is one document, running in small at one of its slides: nothing else can draw them. It lies over the tile that
 * is looked at and goes on with its runtime from one to the next, since a frame that is moved in its page loads again.
 */
export function LivePicture({ deck, baseUrl, current, box, scale }: LivePictureProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { slides, dimensions } = deck.manifest;
  const position = usePosition(deck, frame, { slideIndex: 0, inner: { index: current, step: 0 } });
  useFrame(frame, { arrive: position.arrive });
  const go = useEffectEvent(position.goTo);
  useEffect(() => go(current), [current]);

  const isThere = box !== null && position.inner?.index === current && !position.arriving;
  return (
    <div className="live-picture" style={box ?? undefined} data-shown={isThere} aria-hidden="true">
      <iframe
        ref={frame}
        // To look at only. Without an origin of its own it shares no storage and no channel with the deck on the stage.
        inert
        tabIndex={-1}
        title={String(current + 1)}
        sandbox="allow-scripts"
        // No sound and no video that starts by itself; what decks ask for with their first line would be an error in the console.
        allow="screen-wake-lock"
        data-start={0}
        src={slideUrl(baseUrl, slides[0]?.file ?? '')}
        width={dimensions.width}
        height={dimensions.height}
        style={{ scale: `${scale}` }}
        onLoad={() => tellFrame(frame, { lectern: 'hello' })}
      />
    </div>
  );
}
