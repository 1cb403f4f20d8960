import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { useElementSize } from '#web/ui/use-element-size.ts';
import { runOf } from './slide-runs.ts';
import { slideUrl } from './slide-url.ts';

interface StageProps {
  deck: DeckDetail;
  baseUrl: string;
  index: number;
  frame: RefObject<HTMLIFrameElement | null>;
}

/** The longest that a slow slide keeps the one before it on the stage. */
const CHANGE_MS = 600;

/**
 * The slide, as large as fits. A new slide gets a frame of its own, so that the browser's history stays
 * ours, and the one before stays under it until it has something to show.
 */
export function Stage({ deck, baseUrl, index, frame }: StageProps) {
  const { slides, dimensions } = deck.manifest;
  const [box, size] = useElementSize<HTMLDivElement>();
  const current = runOf(slides, index).start;
  const [shown, setShown] = useState(current);
  const scale = Math.min(size.width / dimensions.width, size.height / dimensions.height);

  useEffect(() => {
    const timer = setTimeout(() => setShown(current), CHANGE_MS);
    return () => clearTimeout(timer);
  }, [current]);

  const starts = shown === current ? [current] : [shown, current];
  return (
    <div ref={box} className="stage">
      {starts.map((start) => (
        <SlideFrame
          key={start}
          frame={start === current ? frame : undefined}
          coming={start !== shown}
          src={slideUrl(baseUrl, slides[start]?.file ?? '')}
          number={start + 1}
          label={slides[start]?.label ?? ''}
          dimensions={dimensions}
          scale={scale}
          onLoad={() => start === current && setShown(start)}
        />
      ))}
    </div>
  );
}

interface SlideFrameProps {
  frame: RefObject<HTMLIFrameElement | null> | undefined;
  coming: boolean;
  src: string;
  number: number;
  label: string;
  dimensions: { width: number; height: number };
  scale: number;
  onLoad: () => void;
}

function SlideFrame({ frame, coming, src, number, label, dimensions, scale, onLoad }: SlideFrameProps) {
  const { t } = useTranslation();
  return (
    <iframe
      ref={frame}
      className="slide-frame"
      data-coming={coming}
      // A frame without same-origin: deck code has no cookies, no storage and no way into this page.
      sandbox="allow-scripts"
      allow="fullscreen; autoplay; screen-wake-lock"
      src={src}
      title={t('player.frame', { number, label })}
      width={dimensions.width}
      height={dimensions.height}
      style={{ transform: `translate(-50%, -50%) scale(${scale})` }}
      onLoad={onLoad}
    />
  );
}
