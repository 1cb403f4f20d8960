import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { Stroke } from '#shared/ink.ts';
import { useInView } from '#web/ui/use-in-view.ts';
import type { PrintedSlide as Printed } from './printed-slides.ts';
import type { DrawingPart } from './use-printed-slides.ts';
import { SlidePicture } from './SlidePicture.tsx';

interface PrintedSlideProps {
  deck: DeckDetail;
  baseUrl: string;
  slide: Printed;
  strokes: readonly Stroke[];
  /** Null while it loads. */
  drawing: DrawingPart | null;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** Whether it must load although it is far from the visible area. */
  isWanted: boolean;
  /** Gets the number of the slide. */
  onReady: (number: number) => void;
}

/** A slide on a page, with the drawings over it. It loads when it comes near the visible area, and then stays. */
export const PrintedSlide = memo(function PrintedSlide(props: PrintedSlideProps) {
  const { deck, baseUrl, slide, strokes, drawing, width, height, isWanted, onReady } = props;
  const { t } = useTranslation();
  const [wasNear, setNear] = useState(false);
  const box = useInView((isNear) => isNear && setNear(true), '400px');
  const { dimensions } = deck.manifest;
  const { number, title } = slide;
  const words = t(title === '' ? 'print.slide' : 'print.slideOf', { number, title });
  return (
    <div ref={box} className="printed-slide" style={{ '--slide-width': `${width}px`, '--slide-height': `${height}px` }}>
      {(wasNear || isWanted) && (
        <SlidePicture
          deck={deck}
          baseUrl={baseUrl}
          slide={slide}
          words={words}
          scale={width / dimensions.width}
          onReady={() => onReady(number)}
        />
      )}
      {strokes.length > 0 && drawing !== null && <drawing.InkLayer strokes={strokes} dimensions={dimensions} surface={null} />}
    </div>
  );
});
