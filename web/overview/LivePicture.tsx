import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { useOwnRuntimeName } from '#web/stage/frames/use-frame-name.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { tellFrame, useFrame } from '#web/protocol/use-frame.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';

interface LivePictureProps {
  deck: DeckDetail;
  baseUrl: string;
  /** The slide inside the document to show. */
  current: number;
  /** Its position over the tile; null if the tile does not exist. */
  box: CSSProperties | null;
  /** CSS pixels of the tile per slide pixel. */
  scale: number;
}

/**
 * A small running copy of a single-document deck, because only the deck can render its slides. The frame lies over a tile and is
 * moved to another tile by style, since moving an iframe in the DOM reloads it.
 */
export function LivePicture({ deck, baseUrl, current, box, scale }: LivePictureProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { slides, dimensions } = deck.manifest;
  const name = useOwnRuntimeName(deck);
  const position = useDeckPosition(deck, frame, { slideIndex: 0, inner: { index: current, step: 0 } });
  useFrame(frame, { reportPosition: position.reportPosition });
  const go = useEffectEvent(position.goTo);
  useEffect(() => go(current), [current]);

  const isThere = box !== null && position.inner?.index === current && !position.arriving;
  return (
    <div className="live-picture" style={box ?? undefined} data-shown={isThere} aria-hidden="true">
      <iframe
        ref={frame}
        name={name}
        // For viewing only. Without an origin it shares no storage and no channel with the deck on the stage.
        inert
        tabIndex={-1}
        title={String(current + 1)}
        sandbox="allow-scripts"
        // No autoplay. The wake lock is allowed because decks request it at start and would otherwise log an error.
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
