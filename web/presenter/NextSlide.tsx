import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Playable } from '#web/stage-session/PlayableDeck.tsx';
import { Stage } from '#web/stage/frames/Stage.tsx';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';
import { useStageView } from '#web/stage/view/use-stage-view.ts';
import { type NextSlide as Next, useNextSlide } from './use-next-slide.ts';

interface NextSlideProps extends Playable {
  shown: DeckPosition;
}

/** A preview of the next step or slide. */
export function NextSlide({ deck, baseUrl, trust, shown }: NextSlideProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const { position, is } = useNextSlide({ deck, baseUrl, trust }, frame, shown);
  const view = useStageView(deck.manifest.dimensions, () => undefined);
  const words = wordsFor(is);
  return (
    <section className="next-slide" aria-label={t('presenter.nextUp')}>
      <h2>{t(is === 'step' ? 'presenter.nextStep' : 'presenter.nextUp')}</h2>
      <div className="next-picture">
        {/* For viewing only: it takes no focus and no clicks, and plays nothing. */}
        <div className="next-stage" inert hidden={words !== null}>
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
        {words !== null && <p className="next-words">{t(words)}</p>}
      </div>
    </section>
  );
}

function wordsFor(is: Next['is']) {
  if (is === 'end') return 'presenter.lastSlide';
  return is === 'unknown' ? 'presenter.noPreview' : null;
}
