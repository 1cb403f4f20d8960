import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Playable } from '#web/stage-session/PlayableDeck.tsx';
import { Stage } from '#web/stage/frames/Stage.tsx';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { useRenderedSlides } from '#web/stage/position/use-rendered-slides.ts';
import { useStageView } from '#web/stage/view/use-stage-view.ts';
import { nextPicture } from './next-picture.ts';
import { type NextSlide as Next, useNextSlide } from './use-next-slide.ts';

interface NextSlideProps extends Playable {
  shown: DeckPosition;
}

/**
 * A preview of the next step or slide: a picture if there is one that shows exactly what comes, otherwise a second copy of the deck, which
 * is loaded when it is needed for the first time.
 */
export function NextSlide({ deck, baseUrl, trust, shown }: NextSlideProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const { position, is } = useNextSlide({ deck, baseUrl, trust }, frame, shown);
  const view = useStageView(deck.manifest.dimensions, () => undefined);
  const words = wordsFor(is);
  const rendered = useRenderedSlides(deck);
  const [broken, setBroken] = useState<string | null>(null);
  const found = nextPicture(deck.manifest.slides, rendered ?? [], shown);
  const picture = words === null && found !== broken ? found : null;
  const [isLoaded, setLoaded] = useState(false);
  // Before the slide has reported and the pictures are known, it is not known whether a picture will do.
  const isNeeded = words === null && picture === null && shown.hasReported && rendered !== null;
  if (isNeeded && !isLoaded) setLoaded(true);
  return (
    <section className="next-slide" aria-label={t('presenter.nextUp')}>
      <h2>{t(is === 'step' ? 'presenter.nextStep' : 'presenter.nextUp')}</h2>
      <div className="next-picture">
        {/* For viewing only: it takes no focus and no clicks, and plays nothing. */}
        {isLoaded && (
          <div className="next-stage" inert hidden={words !== null || picture !== null}>
            <Stage
              deck={deck}
              baseUrl={baseUrl}
              sandbox={trust.sandbox}
              position={position}
              view={view}
              frame={frame}
              allow=""
              ahead={false}
            />
          </div>
        )}
        {picture !== null && <img className="next-still" src={picture} alt="" onError={() => setBroken(picture)} />}
        {words !== null && <p className="next-words">{t(words)}</p>}
      </div>
    </section>
  );
}

function wordsFor(is: Next['is']) {
  if (is === 'end') return 'presenter.lastSlide';
  return is === 'unknown' ? 'presenter.noPreview' : null;
}
