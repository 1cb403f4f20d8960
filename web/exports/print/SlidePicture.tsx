import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { STEPPED_SLIDE } from '#web/protocol/frame-name.ts';
import { tellFrame } from '#web/protocol/frame-messages.ts';
import { useFrame } from '#web/protocol/use-frame.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { useOwnRuntimeName } from '#web/stage/frames/use-frame-name.ts';
import { keepsOwnRuntime, runOf } from '#web/stage/position/slide-runs.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';
import { useLargePicture } from '#web/stage/rendering/large-picture.ts';
import { frameQueue } from '#web/ui/frame-queue.ts';
import type { PrintedSlide } from './printed-slides.ts';

interface SlidePictureProps {
  deck: DeckDetail;
  baseUrl: string;
  slide: PrintedSlide;
  words: string;
  /** CSS pixels per slide pixel. */
  scale: number;
  /** The picture is there, or will never be. */
  onReady: () => void;
}

/** A slide with all of its steps. */
export function SlidePicture(props: SlidePictureProps) {
  const { baseUrl, slide, words } = props;
  const { picture } = slide;
  if (picture.is === 'rendered') return <Rendered {...props} url={picture.url} />;
  return (
    <div role="img" aria-label={words}>
      <QueuedFrame {...props} src={slideUrl(baseUrl, picture.file)} />
    </div>
  );
}

/** How many pixels a CSS pixel has on paper. */
const PAPER_PIXELS = 1.5;

/** The server's picture, ready when it is as sharp as it will be. */
function Rendered({ deck, words, scale, onReady, url }: SlidePictureProps & { url: string }) {
  const large = useLargePicture(url, deck.manifest.dimensions.width * scale * PAPER_PIXELS);
  const ready = () => large !== undefined && onReady();
  return <img key={String(large)} src={large ?? url} alt={words} onLoad={ready} onError={ready} />;
}

type FrameProps = SlidePictureProps & { src: string };

/** A frame that starts in its turn, and lets the next one start when it has arrived. */
function QueuedFrame({ onReady, ...props }: FrameProps) {
  const [isDue, setDue] = useState(false);
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    end.current = frameQueue.add(() => setDue(true));
    return end.current;
  }, []);
  const ready = () => {
    end.current?.();
    onReady();
  };
  return isDue ? <PaperFrame {...props} onReady={ready} /> : null;
}

/** More steps than any slide has. */
const ALL_STEPS = 100_000;
/** What moves on the way to the last step comes to rest. */
const REST_MS = 800;
/** Some documents never say that they are there. */
const GIVE_UP_MS = 12_000;

/**
 * A running copy of the slide's document, at its last step and with the look that it has on the screen. A document without scripts would not
 * do: its rules for paper would apply, and browsers leave out its backgrounds.
 */
function PaperFrame({ deck, slide: { slideIndex, inner }, src, words, scale, onReady }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { manifest } = deck;
  const ownName = useOwnRuntimeName(deck);
  const position = useDeckPosition(deck, frame, { slideIndex, inner: { index: inner ?? 0, step: ALL_STEPS } });
  const [isPaper, setPaper] = useState(false);
  useFrame(frame, { reportPosition: position.reportPosition, paper: () => setPaper(true) });
  const isThere = position.hasReported && !position.arriving;
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => tellFrame(frame, { lectern: 'paper' }), REST_MS);
    return () => clearTimeout(timer);
  }, [isThere]);
  useEffect(() => {
    const timer = setTimeout(() => ready(), isPaper ? 0 : GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [isPaper]);
  return (
    <iframe
      ref={frame}
      name={keepsOwnRuntime(manifest) ? ownName : STEPPED_SLIDE}
      inert
      tabIndex={-1}
      title={words}
      sandbox="allow-scripts"
      // The wake lock is allowed because decks request it at start and would otherwise log an error.
      allow="screen-wake-lock"
      data-start={runOf(manifest.slides, slideIndex).start}
      src={src}
      width={manifest.dimensions.width}
      height={manifest.dimensions.height}
      style={{ scale: `${scale}` }}
      onLoad={() => tellFrame(frame, { lectern: 'hello' })}
    />
  );
}
