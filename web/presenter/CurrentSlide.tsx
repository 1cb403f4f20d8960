import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { Stage } from '#web/player/Stage.tsx';
import type { DeckPosition } from '#web/player/use-deck-position.ts';
import type { StageView } from '#web/player/use-stage-view.ts';
import type { Blank } from '#web/talks/talk-window.ts';

interface CurrentSlideProps {
  deck: DeckDetail;
  baseUrl: string;
  sandbox: readonly string[];
  position: DeckPosition;
  view: StageView;
  frame: RefObject<HTMLIFrameElement | null>;
  blank: Blank;
  overlay: ReactNode;
  /** Tools that lie over the slide while they are used. */
  children: ReactNode;
}

/** What the audience sees; when it sees nothing, the presenter still does, and is told so. */
export function CurrentSlide({ deck, baseUrl, sandbox, position, view, frame, blank, overlay, children }: CurrentSlideProps) {
  const { t } = useTranslation();
  return (
    <section className="current-slide" aria-label={t('presenter.current')} data-blank={blank ?? 'no'}>
      {/* Without autoplay: on one machine the sound would be heard twice. */}
      <Stage
        deck={deck}
        baseUrl={baseUrl}
        sandbox={sandbox}
        position={position}
        view={view}
        frame={frame}
        allow=""
        overlay={overlay}
      />
      {blank !== null && (
        <p className="blank-badge" role="status">
          {t(blank === 'black' ? 'presenter.blackOn' : 'presenter.whiteOn')}
        </p>
      )}
      {children}
    </section>
  );
}
