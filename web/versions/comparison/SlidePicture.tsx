import type { Manifest } from 'deck-format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area, ComparedSlide } from '#shared/comparison.ts';
import { slideUrl, stillUrl } from '#web/stage/frames/slide-url.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { useLargePicture } from '#web/stage/rendering/large-picture.ts';
import { StillFrame } from '#web/ui/StillFrame.tsx';
import { useElementSize } from '#web/ui/use-element-size.ts';
import { useInView } from '#web/ui/use-in-view.ts';
import { pictureWords } from './slide-words.ts';

/** One of the two versions, with what is needed to show its slides. */
export interface ShownVersion {
  readonly number: number;
  readonly manifest: Manifest;
  /** The address at which it plays; null until it is known. */
  readonly baseUrl: string | null;
}

interface SlidePictureProps {
  version: ShownVersion;
  slide: ComparedSlide;
  /** The part to mark; null: none. */
  area?: Area | null;
}

/**
 * A picture of a slide or, if there is none, the slide itself, as far as it is seen without its scripts. A frame shows the first slide of its
 * document; any other slide inside it is named instead.
 */
export function SlidePicture({ version, slide, area = null }: SlidePictureProps) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  const { width, height } = version.manifest.dimensions;
  const words = pictureWords(slide, version.number, t);
  const isFirstOfDocument = (slide.inner ?? 0) === 0;
  const [isNear, setNear] = useState(false);
  const box = useInView((isInView) => isInView && setNear(true), '240px');
  const [sized, shown] = useElementSize();
  const large = useLargePicture(slide.thumbnailUrl, isNear ? shown.width * devicePixelRatio : 0);
  return (
    <div ref={box} className="compared-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      {slide.thumbnailUrl !== null && !isBroken ? (
        <img ref={sized} src={large ?? slide.thumbnailUrl} alt={words} loading="lazy" onError={() => setBroken(true)} />
      ) : isFirstOfDocument ? (
        <Frame version={version} slide={slide} words={words} />
      ) : (
        <p className="compared-words">{words}</p>
      )}
      {area !== null && (
        <span
          className="compared-area"
          style={{
            left: `${area.x * 100}%`,
            top: `${area.y * 100}%`,
            width: `${area.width * 100}%`,
            height: `${area.height * 100}%`,
          }}
        />
      )}
    </div>
  );
}

/** Only the scripts of a deck with a runtime can draw it, so they run. All others are still. */
function Frame({ version: { manifest, baseUrl }, slide, words }: { version: ShownVersion; slide: ComparedSlide; words: string }) {
  const [isNear, setNear] = useState(false);
  const box = useInView(setNear, '240px');
  const [sized, size] = useElementSize();
  const { dimensions } = manifest;
  const scale = size.width / dimensions.width;
  const { file } = manifest.slides[slide.index] ?? {};
  const isReady = isNear && baseUrl !== null && file !== undefined && scale > 0;
  return (
    <div ref={box} role="img" aria-label={words} className="compared-frame">
      <div ref={sized}>
        {isReady && !keepsOwnRuntime(manifest) && (
          <StillFrame title={words} src={stillUrl(baseUrl, file)} dimensions={dimensions} style={{ scale: `${scale}` }} />
        )}
        {isReady && keepsOwnRuntime(manifest) && (
          <iframe
            inert
            tabIndex={-1}
            title={words}
            sandbox="allow-scripts"
            allow="screen-wake-lock"
            src={slideUrl(baseUrl, file)}
            width={dimensions.width}
            height={dimensions.height}
            style={{ scale: `${scale}` }}
          />
        )}
      </div>
    </div>
  );
}
