import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { useOwnRuntimeName } from '#web/stage/frames/use-frame-name.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { tellFrame } from '#web/protocol/frame-messages.ts';
import { useFrame } from '#web/protocol/use-frame.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';

export interface LivePictureProps {
  deck: DeckDetail;
  baseUrl: string;
  /** The slide to show, as users see its number, from 0. */
  current: number;
  /** Its position over the tile; null if the tile does not exist. */
  box: CSSProperties | null;
  /** CSS pixels of the tile per slide pixel. */
  scale: number;
}

/** A small running copy of a slide, for decks whose slides only their scripts can render. It lies over the tile. */
export function LivePicture(props: LivePictureProps) {
  return keepsOwnRuntime(props.deck.manifest) ? <InnerPicture {...props} /> : <DocumentPicture key={props.current} {...props} />;
}

/**
 * A running copy of a single-document deck, at one of its slides. The frame is moved to another tile by style, since moving an iframe
 * in the DOM reloads it.
 */
function InnerPicture({ deck, baseUrl, current, box, scale }: LivePictureProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const name = useOwnRuntimeName(deck);
  const position = useDeckPosition(deck, frame, { slideIndex: 0, inner: { index: current, step: 0 } });
  useFrame(frame, { reportPosition: position.reportPosition });
  const go = useEffectEvent(position.goTo);
  useEffect(() => go(current), [current]);

  const isThere = position.inner?.index === current && !position.arriving;
  const title = String(current + 1);
  return (
    <RunningFrame
      {...{ frame, name, title, box, scale, isThere }}
      src={slideUrl(baseUrl, deck.manifest.slides[0]?.file ?? '')}
      dimensions={deck.manifest.dimensions}
      start={0}
      onLoad={() => tellFrame(frame, { lectern: 'hello' })}
    />
  );
}

/** A slide that is a document of its own. */
function DocumentPicture({ deck, baseUrl, current, box, scale }: LivePictureProps) {
  const [isThere, setThere] = useState(false);
  return (
    <RunningFrame
      {...{ box, scale, isThere }}
      title={String(current + 1)}
      src={slideUrl(baseUrl, deck.manifest.slides[current]?.file ?? '')}
      dimensions={deck.manifest.dimensions}
      start={current}
      onLoad={() => setThere(true)}
    />
  );
}

interface RunningFrameProps extends Pick<LivePictureProps, 'box' | 'scale'> {
  frame?: RefObject<HTMLIFrameElement | null>;
  name?: string | undefined;
  title: string;
  src: string;
  dimensions: { width: number; height: number };
  /** Index of the document's first slide. */
  start: number;
  /** Whether the frame shows the slide. */
  isThere: boolean;
  onLoad: () => void;
}

/** For viewing only. Without an origin it shares no storage and no channel with the deck on the stage. */
function RunningFrame({ frame, name, title, src, dimensions, start, box, scale, isThere, onLoad }: RunningFrameProps) {
  return (
    <div className="live-picture" style={box ?? undefined} data-shown={box !== null && isThere} aria-hidden="true">
      <iframe
        ref={frame}
        name={name}
        inert
        tabIndex={-1}
        title={title}
        sandbox="allow-scripts"
        // No autoplay. The wake lock is allowed because decks request it at start and would otherwise log an error.
        allow="screen-wake-lock"
        data-start={start}
        src={src}
        width={dimensions.width}
        height={dimensions.height}
        style={{ scale: `${scale}` }}
        onLoad={onLoad}
      />
    </div>
  );
}
